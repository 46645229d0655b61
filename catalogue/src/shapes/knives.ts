/** Silhouettes of knives. */
import { moved, oval, poly, rect, ring } from './path.ts';
import { brass, dark, grip, shape, skin, steel } from './shape.ts';
import type { ShapePart } from './shape.ts';

const dagger = (dx: number, dy: number, lean: number): ShapePart[] => {
  const put = (path: string): string => moved(path, lean, dx, dy);
  const ringGrip =
    put(poly('-62,-9 -52,-16 -36,-15 -30,0 -36,15 -52,16 -62,9', 5)) +
    put(poly('-54,-5 -48,-9 -40,-8 -37,0 -40,8 -48,9 -54,5', 3));
  return [
    skin(put(poly('2,-13 40,-14 98,0 40,14 2,13', 2)), 'blade'),
    steel(put(poly('-7,-18 4,-18 4,18 -7,18', 2))),
    grip(put(poly('-34,-8 -4,-9 -4,9 -34,8', 3)), 'round'),
    skin(ringGrip, 'round', 0.2),
  ];
};

export const KNIVES = {
  karambit: shape(
    -4,
    [
      grip(ring(44, 30, 19, 10.5)),
      grip('M56 40C70 54 88 60 108 60L112 90C80 92 50 76 36 50Z', 'soft'),
      steel(poly('104,57 114,56 119,92 109,94', 2)),
      skin('M114 58C140 62 176 54 204 8C222 44 212 80 184 96C160 108 134 102 117 92Z', 'blade'),
      brass(oval(62, 60, 3)),
      brass(oval(88, 74, 3)),
    ],
    'M124 84C160 94 192 72 205 26M52 52L46 60M74 60L66 72M98 64L92 80',
  ),

  butterfly: shape(
    -16,
    [
      skin('M104 52L210 40C222 40 230 44 232 50C222 60 200 68 172 70L104 70Z', 'blade'),
      steel(poly('98,50 110,49 110,72 98,73', 2)),
      grip(
        poly('102,52 100,62 14,66 10,60 14,54', 4) + oval(32, 60, 5, 2) + oval(54, 59.5, 5, 2) + oval(76, 58.5, 5, 2),
        'round',
      ),
      skin(
        poly('108,64 106,74 62,108 24,122 20,116 26,110 60,98', 4) +
          oval(46, 108, 5, 2.2) +
          oval(66, 97, 5, 2.2) +
          oval(84, 84, 4.5, 2.2),
        'round',
        0.15,
      ),
      brass(oval(104, 56, 3.2)),
      brass(oval(105, 68, 3.2)),
    ],
    'M118 62L214 50',
  ),

  bayonet: shape(
    -17,
    [
      skin('M92 48H196L230 58C222 68 204 74 186 74H92Z', 'blade'),
      dark(poly('112,48 118,43 124,48 130,43 136,48 142,43 148,48 154,43 160,48', 0.6)),
      steel(`${poly('80,34 92,34 94,86 82,88 78,82 82,60', 2)}`),
      grip(poly('14,52 24,48 82,48 82,74 24,74 14,70', 4), 'round'),
      steel(poly('8,50 18,48 18,75 8,73', 2)),
      steel(ring(88, 38, 4, 2)),
    ],
    'M104 64H190M30 48V74M40 48V74M50 48V74M60 48V74M70 48V74',
  ),

  'flip-knife': shape(
    -18,
    [
      skin('M98 50C130 36 176 32 228 38C222 54 198 70 164 74L98 74Z', 'blade'),
      grip(poly('12,66 28,54 90,46 108,50 106,76 88,80 36,86 16,80', 7), 'soft'),
      skin(poly('30,64 84,54 92,58 88,72 40,78 30,74', 5), 'soft', 0.35),
      brass(oval(98, 62, 4)),
      dark(poly('98,47 106,40 114,46', 2)),
      brass(oval(30, 72, 2.5)),
    ],
    'M116 66C150 66 190 58 216 44',
  ),

  stiletto: shape(
    -18,
    [
      skin('M104 54L222 58L234 62L222 66L104 70Z', 'blade'),
      brass(poly('92,46 104,44 108,52 108,72 104,80 92,78 96,62', 3)),
      grip(poly('14,56 24,52 94,52 96,72 26,76 14,72', 6), 'round'),
      skin(poly('26,56 88,56 88,68 30,71', 4), 'round', 0.2),
      brass(poly('8,56 18,54 18,74 10,72', 3)),
      brass(oval(58, 63, 3)),
    ],
    'M112 62H226',
  ),

  bowie: shape(
    -18,
    [
      skin('M88 46L176 42C190 42 200 50 208 44L232 48C226 66 204 82 178 82L88 80Z', 'blade'),
      brass(poly('78,38 90,38 92,88 80,88', 3)),
      grip(poly('12,60 22,52 80,50 80,76 26,82 14,76', 6), 'soft'),
      skin(poly('26,58 74,55 74,71 30,75', 4), 'soft', 0.35),
      brass(oval(40, 66, 2.6)),
      brass(oval(62, 65, 2.6)),
    ],
    'M98 70C140 74 190 74 220 54M98 54H172',
  ),

  daggers: shape(0, [...dagger(88, 44, -14), ...dagger(124, 88, -14)], 'M96 42L174 23M132 86L210 67'),

  sword: shape(
    -22,
    [
      skin(poly('74,51 206,51 234,61 206,71 74,71', 2), 'blade'),
      steel(poly('62,34 74,36 76,60 74,86 62,88 66,61', 3)),
      grip(rect(22, 54, 44, 14, 3), 'round'),
      brass(oval(16, 61, 9)),
    ],
    'M80 61H214M30 54V68M38 54V68M46 54V68M54 54V68',
  ),
};

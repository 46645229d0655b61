/** Silhouettes of fantasy gear: weapons, helms, mantles, mounts and stones of heroes. */
import { burst, moved, oval, poly, rect, ring } from '../path.ts';
import { accent, brass, dark, deep, glow, grip, shape, skin, steel } from '../shape.ts';
import type { ShapePart } from '../shape.ts';

export const heroSword = shape(
  -20,
  [
    skin('M78 50L150 40L186 46L236 62L186 78L150 84L78 74Z', 'blade'),
    accent(poly('84,57 176,58 200,62 176,66 84,67', 2)),
    brass('M74 22C84 34 88 48 86 62S84 90 74 102C72 92 66 86 58 82L66 62L58 42C66 38 72 32 74 22Z', 'round'),
    grip(rect(24, 55, 40, 14, 3), 'round'),
    brass(poly('24,50 12,54 8,62 12,70 24,74 28,62', 4)),
    glow(oval(72, 62, 6.5)),
  ],
  'M150 44L140 56M186 49L178 58M150 80L140 68M186 75L178 66M34 55V69M44 55V69M54 55V69',
);

const glaive = (degrees: number, dx: number, dy: number): ShapePart[] => {
  const put = (path: string): string => moved(path, degrees, dx, dy);
  return [
    skin(put('M-6 -9C40 -14 90 -12 132 -38C126 -2 88 22 40 20C22 20 8 16 -6 10Z'), 'blade'),
    accent(put('M4 -4C40 -8 74 -8 104 -22C86 -4 60 4 4 3Z'), 'soft'),
    brass(put('M-16 -20C-6 -14 -2 -8 -2 0C-2 8 -6 14 -16 20C-12 10 -12 -10 -16 -20Z'), 'round'),
    grip(put(poly('-70,-6 -12,-7 -12,7 -70,6', 3)), 'round'),
    brass(put(poly('-80,-8 -68,-10 -68,10 -80,8 -84,0', 4))),
  ];
};

export const twinBlades = shape(
  0,
  [...glaive(-24, 102, 80), ...glaive(10, 92, 40)],
  'M40 24V38M52 26V40M64 28V42M48 96L54 110M60 92L66 106M72 86L78 100',
);

export const heroAxe = shape(
  -20,
  [
    grip('M30 57H196V68H30Q24 62 30 57Z', 'round'),
    brass(rect(26, 54, 10, 17, 3)),
    skin('M142 54C140 36 130 18 116 8C150 0 184 6 200 22C184 28 178 40 178 54Z', 'blade'),
    skin('M142 70C140 88 130 106 116 116C150 124 184 118 200 102C184 96 178 84 178 70Z', 'blade', 0.12),
    brass(poly('136,48 184,48 190,62 184,76 136,76 130,62', 5)),
    skin(poly('188,54 204,56 230,62 204,68 188,70', 2), 'blade'),
    glow(oval(160, 62, 8)),
  ],
  'M44 57L50 68M58 57L64 68M72 57L78 68M130 14C156 10 176 14 188 21M130 110C156 114 176 110 188 103',
);

export const mace = shape(
  -20,
  [
    grip('M34 57H150V68H34Q28 62 34 57Z', 'round'),
    brass(rect(30, 53, 11, 19, 4)),
    brass(poly('126,48 142,52 142,72 126,76', 3)),
    skin(poly('140,22 204,14 222,34 222,90 204,110 140,102 148,62', 8), 'flat'),
    skin(poly('150,38 206,30 212,44 212,80 206,94 150,86', 6), 'flat', 0.24),
    steel(poly('204,14 226,6 226,36 216,34', 3), 'flat'),
    steel(poly('204,110 226,118 226,88 216,90', 3), 'flat'),
    steel(poly('222,50 238,62 222,74', 2), 'flat'),
    glow(burst(180, 62, 17, 8, 6)),
  ],
  'M50 57L56 68M64 57L70 68M78 57L84 68M140 30L150 40M140 94L150 84',
);

export const staff = shape(
  -20,
  [
    grip('M8 58H170V67H8Q4 62 8 58Z', 'round'),
    brass(rect(60, 55, 10, 15, 3)),
    brass(rect(128, 54, 12, 17, 3)),
    skin('M152 58C158 30 184 14 218 22C200 26 192 34 190 44C182 40 172 46 170 58Z', 'blade'),
    skin('M152 66C158 94 184 110 218 102C200 98 192 90 190 80C182 84 172 78 170 66Z', 'blade', 0.14),
    brass(poly('144,50 166,52 174,62 166,72 144,74 150,62', 4)),
    glow(oval(200, 62, 15)),
    glow(oval(200, 62, 8)),
  ],
  'M20 58L26 67M32 58L38 67M44 58L50 67M166 40Q180 26 202 25M166 84Q180 98 202 99',
);

export const heroBow = shape(
  -18,
  [
    dark('M112 2L114 4L66 62L114 120L112 122L62 62Z'),
    glow(rect(60, 60.5, 134, 3, 1)),
    glow(poly('190,52 226,62 190,72 200,62', 1.5)),
    skin(
      'M112 2C120 12 136 8 150 18C144 20 142 24 146 28C174 36 190 48 190 62S174 88 146 96C142 100 144 104 150 106' +
        'C136 116 120 112 112 122C126 92 158 88 158 62S126 32 112 2Z',
      'round',
    ),
    brass(poly('156,48 186,46 196,62 186,78 156,76 162,62', 5)),
    accent(oval(176, 62, 6)),
  ],
  'M128 22Q140 32 150 34M128 102Q140 92 150 90M154 42Q166 46 172 50M154 82Q166 78 172 74',
);

export const heroGun = shape(
  -10,
  [
    steel(rect(128, 44, 84, 9, 2)),
    steel(rect(128, 54, 70, 7, 2), 'round', 0.25),
    brass(poly('198,38 226,34 230,48 226,64 198,60', 4)),
    brass(rect(160, 41, 8, 22, 2)),
    skin(poly('10,72 54,46 80,44 78,64 60,74 34,98 16,100', 8)),
    skin(poly('72,38 128,36 134,44 134,62 76,70', 4), 'flat', 0.08),
    grip(poly('76,66 94,64 90,90 72,92', 5)),
    dark(`${rect(92, 63, 22, 15, 5)}${rect(94.5, 63, 17, 11.5, 4)}`),
    brass(poly('76,36 84,22 94,24 90,38', 3)),
    glow(oval(104, 52, 9)),
    brass(ring(104, 52, 11.5, 8.5)),
  ],
  'M24 76L54 56M26 90L52 70M136 49H196M118 42H130M118 60H130',
);

export const hook = shape(
  -8,
  [
    ...[18, 46, 74].map((x) => steel(`${oval(x, 74, 17, 9)}${oval(x, 74, 10, 4)}`)),
    brass(poly('86,62 108,56 114,74 106,90 86,86', 5)),
    skin(
      'M104 62C150 70 176 64 178 44C180 28 158 22 142 38C140 12 176 0 204 16C236 36 228 88 184 100' +
        'C152 108 122 100 104 86Z',
      'blade',
    ),
    skin(poly('190,82 206,104 178,98', 2), 'blade', 0.1),
    skin(poly('142,95 148,114 164,100', 2), 'blade', 0.1),
    glow(oval(100, 74, 5)),
  ],
  'M118 78C160 88 198 80 204 50M176 24Q196 26 202 42',
);

/** An armoured gauntlet reaching right, four blades for fingers. */
export const claws = shape(
  -12,
  [
    skin('M142 84C160 92 172 104 178 120C158 116 140 108 128 92Z', 'blade', 0.12),
    skin('M148 30C180 10 212 14 234 34C208 32 184 38 160 50Z', 'blade'),
    skin('M156 44C188 32 218 40 236 62C210 56 184 56 162 62Z', 'blade', 0.06),
    skin('M156 58C186 54 212 66 226 90C202 78 180 74 158 76Z', 'blade', 0.12),
    accent(poly('100,34 138,26 158,36 164,60 156,80 134,90 100,86', 9), 'soft'),
    deep(poly('112,44 136,38 148,46 152,60 146,72 132,78 112,76', 6), 'soft'),
    skin(poly('16,30 84,34 108,40 108,82 84,88 16,96 8,84 12,62 8,42', 7), 'round'),
    skin(poly('60,32 92,22 106,38 106,84 92,98 60,90 74,62', 5), 'flat', 0.2),
    brass(poly('100,32 110,30 114,62 110,92 100,90 104,62', 3)),
    brass(poly('8,36 20,30 22,62 20,96 8,90 13,62', 3)),
    glow(poly('118,60 128,50 140,60 128,70', 3)),
  ],
  'M28 44H66M28 62H70M28 80H66M80 44L94 36M80 80L94 88M170 30Q196 20 222 30M176 50Q204 46 226 58M176 66Q200 68 216 82',
);

/** Silhouettes of wearables: gloves, clothes, armour, helmets, boots. */
import { oval, poly, rect } from './path.ts';
import { accent, brass, dark, deep, glass, grip, shape, skin, steel } from './shape.ts';
import type { ShapePart } from './shape.ts';

/** Mirrors a list of "x,y" pairs at the middle of the box. */
const mirror = (list: string): string =>
  list.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_all, x: string, y: string) => `${240 - Number(x)},${y}`);

/** The same part on both sides. */
const pair = (make: (path: string) => ShapePart, list: string, radius: number): ShapePart[] => [
  make(poly(list, radius)),
  make(poly(mirror(list), radius)),
];

/** One glove seen from its back, fist loosely closed, cuff below. */
const glove = (list: (points: string) => string): ShapePart[] => [
  skin(poly(list('92,58 104,52 114,58 116,72 108,86 94,92'), 6), 'soft', 0.18),
  skin(poly(list('44,20 56,16 60,22 60,56 46,56 42,28'), 5), 'soft'),
  skin(poly(list('58,14 70,11 75,17 74,54 59,54 57,20'), 5), 'soft'),
  skin(poly(list('73,15 84,13 89,19 87,54 73,54'), 5), 'soft'),
  skin(poly(list('87,23 96,23 100,29 98,58 86,56'), 4), 'soft'),
  skin(poly(list('44,44 98,44 101,64 96,88 52,90 43,66'), 7), 'soft'),
  deep(poly(list('48,46 59,45 59,56 48,57'), 3), 'soft'),
  deep(poly(list('61,45 72,44 72,55 61,56'), 3), 'soft'),
  deep(poly(list('74,44 85,44 85,55 74,55'), 3), 'soft'),
  deep(poly(list('87,46 96,46 97,56 87,56'), 3), 'soft'),
  accent(poly(list('50,84 98,82 100,95 48,97'), 3), 'soft'),
  dark(poly(list('48,95 100,93 102,113 46,114'), 4), 'soft'),
];

const same = (list: string): string => list;

/** A hand wrapped in bands of cloth. */
const wrapped = (list: (points: string) => string): ShapePart[] => [
  grip(poly(list('92,58 104,52 113,58 114,70 106,84 94,90'), 6), 'soft'),
  grip(poly(list('44,18 56,15 60,20 60,40 46,40 42,26'), 5), 'soft'),
  grip(poly(list('58,12 70,10 75,15 74,40 59,40'), 5), 'soft'),
  grip(poly(list('73,14 84,12 89,17 87,40 73,40'), 5), 'soft'),
  grip(poly(list('87,23 96,23 100,28 98,44 86,42'), 4), 'soft'),
  skin(poly(list('44,34 99,34 101,48 43,50'), 4), 'soft'),
  skin(poly(list('42,48 102,45 102,60 44,64'), 4), 'soft'),
  skin(poly(list('44,62 103,58 101,74 47,78'), 4), 'soft', 0.1),
  skin(poly(list('47,76 101,71 98,88 51,92'), 4), 'soft'),
  skin(poly(list('50,90 99,85 99,100 50,104'), 4), 'soft', 0.1),
  skin(poly(list('49,102 100,97 101,112 48,115'), 4), 'soft'),
  skin(poly(list('92,62 112,58 113,70 94,76'), 4), 'soft', 0.15),
];

const boot = (dx: number): ShapePart[] => {
  const at = (list: string): string =>
    list.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_all, x: string, y: string) => `${Number(x) + dx},${y}`);
  return [
    dark(poly(at('24,102 118,100 120,112 24,114'), 4)),
    skin(poly(at('30,14 68,12 70,58 84,70 108,76 118,90 118,102 26,104 24,84 32,56'), 7), 'soft'),
    skin(poly(at('84,72 108,77 118,90 118,101 82,102 78,88'), 6), 'soft', 0.2),
    skin(poly(at('26,82 44,84 46,103 25,104'), 4), 'soft', 0.25),
    deep(poly(at('28,8 70,6 71,20 29,22'), 4), 'soft'),
    accent(poly(at('60,24 66,24 68,58 80,72 76,76 62,62'), 2), 'soft'),
    brass(oval(63 + dx, 30, 2.2)),
    brass(oval(64 + dx, 42, 2.2)),
    brass(oval(66 + dx, 54, 2.2)),
  ];
};

export const WEARABLES = {
  gloves: shape(
    0,
    [...glove(same), ...glove(mirror)],
    'M52 72Q72 64 94 70M56 78Q74 72 92 77M52 104H96M50 60V22M188 72Q168 64 146 70M184 78Q166 72 148 77M144 104H188',
  ),

  'hand-wraps': shape(
    0,
    [...wrapped(same), ...wrapped(mirror)],
    'M46 42H98M46 56L100 53M48 70L101 66M51 84L99 79M52 97L98 92M142 42H194M140 53L194 56M139 66L192 70' +
      'M141 79L189 84M142 92L188 97',
  ),

  /** Tactical gloves with a plate of road sign on the back. */
  'roadsign-gloves': shape(
    0,
    [
      ...glove(same).map((part) => (part.material === 'skin' ? { ...part, shade: 0.3 } : part)),
      ...glove(mirror).map((part) => (part.material === 'skin' ? { ...part, shade: 0.3 } : part)),
      ...pair(skin, '48,58 97,58 94,82 53,84', 3),
    ],
    'M54 64H91M56 78H90M149 64H186M150 78H184M52 104H96M144 104H188',
  ),

  hoodie: shape(
    0,
    [
      ...pair((path) => skin(path, 'soft', 0.16), '74,34 62,40 40,92 44,102 64,106 70,100 84,64', 7),
      ...pair((path) => deep(path, 'soft'), '38,94 64,102 61,113 36,106', 3),
      skin(poly('74,33 98,24 142,24 166,33 164,64 164,106 76,106 76,64', 7), 'soft'),
      deep(rect(78, 104, 84, 12, 3), 'soft'),
      skin(poly('92,30 92,14 104,5 136,5 148,14 148,30 134,46 120,50 106,46', 9), 'soft', 0.08),
      deep(poly('100,28 102,16 110,11 130,11 138,16 140,28 130,40 120,43 110,40', 8), 'soft'),
      skin(poly('94,78 146,78 156,100 84,100', 4), 'soft', 0.14),
      accent(rect(110, 44, 2.6, 24, 1)),
      accent(rect(127.5, 44, 2.6, 22, 1)),
    ],
    'M120 50V104M94 80L86 98M146 80L154 98M80 44L78 70M160 44L162 70M52 84L66 90M188 84L174 90',
  ),

  pants: shape(
    0,
    [
      skin(poly('80,8 160,8 166,40 164,114 130,114 122,44 118,44 110,114 76,114 74,40', 5), 'soft'),
      skin(poly('76,62 112,62 110,84 76,84', 3), 'soft', 0.22),
      skin(poly('128,62 164,62 164,84 130,84', 3), 'soft', 0.22),
      skin(poly('76,34 90,32 88,54 74,54', 2), 'soft', 0.12),
      skin(poly('164,34 150,32 152,54 166,54', 2), 'soft', 0.12),
      dark(rect(78, 5, 84, 11, 2), 'soft'),
      brass(rect(113, 4, 14, 13, 2)),
      deep(poly('76,108 111,108 110,118 75,118', 2), 'soft'),
      deep(poly('129,108 165,108 166,118 130,118', 2), 'soft'),
    ],
    'M120 17V44M92 18Q90 28 78 32M148 18Q150 28 162 32M96 66V108M146 66V108M74 42H88M152 42H166',
  ),

  boots: shape(
    0,
    [...boot(-4), ...boot(98)],
    'M28 34H58M28 46H58M30 58H58M130 34H160M130 46H160M132 58H160M26 107H110M128 107H212',
  ),

  /** Rust's welded metal mask. */
  facemask: shape(
    0,
    [
      dark(poly('78,14 100,5 140,5 162,14 170,48 162,92 140,114 100,114 78,92 70,48', 12)),
      skin(poly('84,16 104,8 136,8 156,16 164,46 160,66 132,58 108,58 80,66 76,46', 9)),
      skin(poly('80,70 108,62 132,62 160,70 154,92 134,110 106,110 86,92', 7), 'flat', 0.12),
      deep(poly('86,46 112,50 112,58 104,62 88,58', 3)),
      deep(poly('154,46 128,50 128,58 136,62 152,58', 3)),
      skin(poly('114,34 126,34 128,72 120,80 112,72', 3), 'round'),
      ...[94, 104, 114, 124, 134, 144].map((x) => deep(rect(x - 2, 86, 4, 14, 1.5))),
      ...[84, 156].flatMap((x) => [steel(oval(x, 30, 2.6)), steel(oval(x, 78, 2.6))]),
    ],
    'M120 9V32M92 22Q104 16 112 26M148 22Q136 16 128 26M90 80H150',
  ),

  /** Rust's metal chest plate, straps over the shoulders. */
  'chest-plate': shape(
    0,
    [
      ...pair((path) => dark(path, 'soft'), '80,6 94,6 100,40 84,44', 3),
      skin(poly('70,22 96,28 108,36 132,36 144,28 170,22 178,52 168,78 162,96 78,96 72,78 62,52', 8)),
      skin(poly('76,80 164,80 158,114 82,114', 4), 'flat', 0.2),
      skin(poly('100,40 140,40 144,70 120,80 96,70', 6), 'round', 0.06),
      ...[78, 162].flatMap((x) => [steel(oval(x, 34, 3)), steel(oval(x, 68, 3))]),
      ...[92, 148].map((x) => steel(oval(x, 104, 2.6))),
    ],
    'M120 40V114M80 96H160M84 86H156M72 50Q84 58 96 56M168 50Q156 58 144 56',
  ),

  /** A coffee-can helmet: a tin dome with a cut visor. */
  helmet: shape(
    0,
    [
      dark(poly('72,74 82,74 84,112 96,118 90,122 76,112', 3)),
      dark(poly('168,74 158,74 156,112 144,118 150,122 164,112', 3)),
      skin('M66 76C62 30 88 8 120 8S178 30 174 76L166 82H74Z', 'round'),
      skin(poly('62,68 178,68 182,84 172,104 150,94 90,94 68,104 58,84', 6), 'flat', 0.16),
      deep(poly('84,78 156,78 152,90 88,90', 4)),
      glass(poly('90,80 116,80 114,88 93,88', 2)),
      glass(poly('124,80 150,80 147,88 126,88', 2)),
      steel(rect(116, 6, 8, 62, 2)),
      ...[74, 96, 144, 166].map((x) => steel(oval(x, 73, 2.4))),
    ],
    'M80 50Q120 40 160 50M90 28Q120 20 150 28',
  ),

  vest: shape(
    0,
    [
      skin(poly('82,10 98,8 106,30 134,30 142,8 158,10 162,46 172,62 170,114 70,114 68,62 78,46', 7), 'soft'),
      skin(poly('82,46 114,46 114,70 84,72', 2), 'flat', 0.12),
      skin(poly('126,46 158,46 156,72 126,70', 2), 'flat', 0.12),
      skin(poly('80,78 114,76 114,104 80,106', 2), 'flat', 0.2),
      skin(poly('126,76 160,78 160,106 126,104', 2), 'flat', 0.2),
      dark(rect(116, 30, 8, 84, 1)),
      brass(rect(114, 54, 12, 6, 1.5)),
      brass(rect(114, 86, 12, 6, 1.5)),
    ],
    'M86 52H110M130 52H154M84 84H110M130 84H156M72 108H168',
  ),

  /** Head and shoulders of an agent: helmet, goggles, mask, vest. */
  agent: shape(
    0,
    [
      skin(poly('44,122 52,96 80,84 100,80 140,80 160,84 188,96 196,122', 9), 'soft'),
      deep(poly('86,84 154,84 160,122 80,122', 5), 'flat'),
      skin(poly('88,100 114,100 114,122 86,122', 2), 'flat', 0.1),
      skin(poly('126,100 152,100 154,122 126,122', 2), 'flat', 0.1),
      dark(poly('98,70 142,70 146,88 130,96 110,96 94,88', 6), 'soft'),
      accent(poly('92,42 148,42 148,66 138,86 120,92 102,86 92,66', 9), 'soft'),
      dark(poly('97,66 143,66 137,84 120,90 103,84', 7), 'soft'),
      skin('M84 50C82 18 98 6 120 6S158 18 156 50L150 54H90Z', 'round'),
      dark(poly('84,44 156,44 157,52 83,52', 2)),
      dark(poly('88,50 152,50 152,66 128,68 120,62 112,68 88,66', 5)),
      glass(poly('92,53 115,53 113,64 93,63', 4)),
      glass(poly('125,53 148,53 147,63 127,64', 4)),
      dark(rect(78, 46, 10, 22, 4)),
      dark(rect(152, 46, 10, 22, 4)),
      steel(rect(114, 12, 12, 9, 2), 'flat'),
    ],
    'M108 76H132M110 81H130M62 100L74 122M178 100L166 122M92 106H110M130 106H148',
  ),
};

/** Silhouettes of standing and lying objects: cases, doors, boxes, tools, camp gear, stickers. */
import { burst, oval, poly, rect, ring } from '../path.ts';
import { accent, brass, dark, deep, fire, grip, shape, skin, steel, wood } from '../shape.ts';
import type { ShapePart } from '../shape.ts';

const rivets = (...spots: readonly (readonly [number, number])[]): ShapePart[] =>
  spots.map(([x, y]) => steel(oval(x, y, 2)));

/** A hard weapon case seen from the front above, latches and a stencilled plate. */
export const weaponCase = shape(
  -3,
  [
    dark(`${poly('98,20 104,8 136,8 142,20', 4)}${poly('105,20 108,13 132,13 135,20', 2)}`),
    skin(poly('40,40 58,18 182,18 200,40', 4), 'flat'),
    skin(poly('36,40 204,40 204,62 36,62', 3), 'flat', 0.1),
    skin(poly('36,62 204,62 200,112 40,112', 5), 'flat', 0.22),
    dark(rect(34, 58, 172, 7, 1.5)),
    steel(poly('34,40 50,38 50,62 34,62', 2), 'flat'),
    steel(poly('206,40 190,38 190,62 206,62', 2), 'flat'),
    steel(poly('35,92 50,94 52,114 40,114', 2), 'flat'),
    steel(poly('205,92 190,94 188,114 200,114', 2), 'flat'),
    brass(rect(68, 52, 18, 22, 3), 'flat'),
    brass(rect(154, 52, 18, 22, 3), 'flat'),
    deep(poly('98,72 142,72 138,104 102,104', 4)),
    accent(burst(120, 88, 12, 5, 5, -Math.PI / 2)),
  ],
  'M72 62H82M158 62H168M60 26H180M54 76V108M186 76V108M54 34H186',
);

/** A die-cut sticker, one corner peeling. */
export const sticker = shape(
  -6,
  [
    steel(poly('56,22 178,14 196,36 192,92 176,108 66,112 46,96', 14), 'flat'),
    skin(poly('62,28 174,21 189,40 185,88 171,101 70,105 54,91', 10), 'flat'),
    deep(oval(120, 63, 31)),
    accent(ring(120, 63, 31, 26)),
    accent(burst(120, 63, 22, 9.5, 5, -Math.PI / 2)),
    steel(poly('150,104 170,78 190,86 187,92 174,106', 5), 'flat', 0.05),
  ],
  'M150 104Q168 98 170 78',
);

const slat = (y: number, shade: number): ShapePart => skin(rect(58, y, 124, 15, 1.5), 'round', shade);

export const garageDoor = shape(
  0,
  [
    dark(poly('44,8 196,8 196,118 182,118 182,18 58,18 58,118 44,118', 2)),
    steel(rect(50, 6, 140, 12, 3)),
    deep(rect(58, 17, 124, 100, 1)),
    ...[18, 32.5, 47, 61.5, 76, 90.5].map((y, at) => slat(y, at * 0.035)),
    dark(rect(58, 105, 124, 12, 1.5)),
    steel(rect(104, 108, 32, 5, 2)),
    ...rivets([51, 30], [51, 60], [51, 90], [189, 30], [189, 60], [189, 90]),
  ],
  'M62 24H178M62 38.500H178M62 53H178M62 67.500H178M62 82H178M62 96.500H178',
);

const doorFrame = (x: number, width: number): ShapePart[] => [
  dark(rect(x - 7, 3, width + 14, 118, 3)),
  deep(rect(x - 2, 8, width + 4, 113, 1)),
];

export const sheetDoor = shape(
  0,
  [
    ...doorFrame(84, 72),
    skin(rect(84, 9, 72, 111, 2)),
    skin(rect(90, 16, 60, 42, 2), 'flat', 0.14),
    skin(rect(90, 66, 60, 46, 2), 'flat', 0.2),
    steel(rect(84, 58, 72, 8, 1)),
    dark(rect(102, 24, 36, 9, 2)),
    steel(rect(80, 22, 9, 14, 2)),
    steel(rect(80, 90, 9, 14, 2)),
    brass(rect(144, 62, 6, 16, 2.5)),
    ...rivets([94, 20], [146, 20], [94, 108], [146, 108], [120, 62]),
  ],
  'M94 40L146 52M146 40L94 52M94 74L146 104M146 74L94 104M102 28.500H138',
);

export const armoredDoor = shape(
  0,
  [
    ...doorFrame(78, 84),
    skin(rect(78, 9, 84, 111, 4)),
    skin(poly('88,18 152,18 152,48 140,56 100,56 88,48', 5), 'flat', 0.16),
    skin(poly('88,112 152,112 152,82 140,74 100,74 88,82', 5), 'flat', 0.22),
    steel(rect(74, 58, 92, 14, 3)),
    steel(ring(120, 65, 19, 12)),
    steel(oval(120, 65, 6)),
    dark(rect(104, 26, 32, 10, 3)),
    ...rivets([84, 16], [156, 16], [84, 112], [156, 112], [84, 42], [156, 42], [84, 88], [156, 88]),
  ],
  'M108 65H132M120 53V77M94 84H146M94 46H146',
);

export const woodenDoor = shape(
  0,
  [
    ...doorFrame(84, 72),
    ...[84, 102, 120, 138].map((x, at) => skin(rect(x, 9, 18, 111, 1), 'flat', at % 2 ? 0.14 : 0.02)),
    wood(rect(82, 22, 76, 12, 1.5)),
    wood(rect(82, 92, 76, 12, 1.5)),
    wood(poly('86,92 92,92 154,34 148,34', 1)),
    ...rivets([92, 28], [111, 28], [129, 28], [148, 28], [92, 98], [111, 98], [129, 98], [148, 98]),
    brass(`${oval(146, 64, 6)}${oval(146, 64, 3)}`),
  ],
  'M93 40V88M111 38V90M130 38V90M147 40V58',
);

/** A large wooden box with metal corners, seen from slightly above. */
export const box = shape(
  0,
  [
    skin(poly('36,50 66,22 206,22 204,50', 3), 'flat', 0),
    skin(poly('34,50 196,50 194,112 36,112', 3), 'flat', 0.14),
    skin(poly('196,50 207,23 208,80 194,112', 2), 'flat', 0.42),
    wood(rect(34, 48, 163, 9, 1.5)),
    wood(rect(36, 104, 159, 9, 1.5)),
    wood(rect(74, 50, 12, 62, 1.5)),
    wood(rect(146, 50, 12, 62, 1.5)),
    steel(poly('33,48 52,48 52,58 44,58 44,66 33,66', 1.5), 'flat'),
    steel(poly('198,48 179,48 179,58 187,58 187,66 198,66', 1.5), 'flat'),
    steel(poly('35,114 54,114 54,104 46,104 46,96 35,96', 1.5), 'flat'),
    steel(poly('195,114 177,114 177,104 185,104 185,96 195,96', 1.5), 'flat'),
    brass(rect(108, 46, 18, 20, 3), 'flat'),
    dark(oval(117, 55, 2.6)),
  ],
  'M36 76H74M86 76H146M158 76H194M36 90H74M86 90H146M158 90H194M56 36H204M117 57V62',
);

export const furnace = shape(
  0,
  [
    skin('M72 60C74 34 96 16 106 4H134C144 16 166 34 168 60L176 108L166 118H74L64 108Z', 'round'),
    deep('M98 8L104 2H136L142 8L136 14H104Z'),
    skin(poly('62,100 178,100 184,120 56,120', 4), 'flat', 0.25),
    dark('M92 98V74C92 58 104 50 120 50S148 58 148 74V98Z'),
    fire('M98 98C94 84 106 82 104 68C114 74 114 64 120 58C124 68 134 68 132 80C142 84 144 92 142 98Z'),
    steel(rect(86, 96, 68, 5, 1.5)),
  ],
  'M78 44Q92 40 100 28M162 44Q148 40 140 28M68 80Q78 76 84 78M172 80Q162 76 156 78M70 94H88M152 94H170' +
    'M84 60Q92 48 104 42M156 60Q148 48 136 42',
);

/** A sleeping bag laid out, one corner folded open over the pillow. */
export const sleepingBag = shape(
  -7,
  [
    skin(poly('14,30 150,24 206,26 228,44 232,64 228,84 206,102 150,104 14,98 10,64', 12), 'soft'),
    deep(poly('16,34 96,30 62,64 96,98 16,94 13,64', 8), 'soft'),
    accent(poly('20,42 58,40 64,52 64,76 58,88 20,86 16,64', 9), 'soft'),
    skin(poly('96,28 112,28 76,64 112,100 96,100 58,64', 4), 'soft', 0.3),
    skin(poly('104,28 150,25 206,27 227,45 231,64 227,83 206,101 150,103 104,100 70,64', 10), 'soft', 0.06),
    dark(rect(120, 61, 106, 5, 2)),
    brass(rect(112, 57, 12, 13, 3)),
  ],
  'M128 27V58M128 68V102M154 26V59M154 68V103M180 27V59M180 68V102M206 30V59M206 68V98M28 52Q40 48 54 52' +
    'M28 76Q40 80 54 76',
);

export const rug = shape(
  0,
  [
    ...Array.from({ length: 12 }, (_, at) => accent(rect(30 - at * 0.2, 31 + at * 5.6, 12, 2.6, 1))),
    ...Array.from({ length: 12 }, (_, at) => accent(rect(198 + at * 0.2, 31 + at * 5.6, 12, 2.6, 1))),
    skin(poly('42,26 198,26 204,100 36,100', 3), 'soft'),
    deep(`${poly('52,33 188,33 193,93 47,93', 2)}${poly('57,38 183,38 187,88 53,88', 2)}`, 'soft'),
    accent(poly('120,42 160,63 120,84 80,63', 3), 'soft'),
    skin(poly('120,49 146,63 120,77 94,63', 3), 'soft', 0.15),
  ],
  'M64 44L76 50M176 44L164 50M62 82L74 76M178 82L166 76',
);

export const locker = shape(
  0,
  [
    dark(rect(70, 4, 100, 116, 3)),
    skin(rect(75, 9, 44, 104, 2)),
    skin(rect(121, 9, 44, 104, 2), 'flat', 0.1),
    ...[20, 27, 34].flatMap((y) => [dark(rect(84, y, 26, 3.6, 1.5)), dark(rect(130, y, 26, 3.6, 1.5))]),
    steel(rect(108, 56, 6, 18, 2)),
    steel(rect(126, 56, 6, 18, 2)),
    brass(rect(86, 44, 22, 8, 1.5), 'flat'),
    brass(rect(132, 44, 22, 8, 1.5), 'flat'),
    dark(rect(74, 114, 14, 8, 1)),
    dark(rect(152, 114, 14, 8, 1)),
  ],
  'M80 84H114M126 84H160M80 92H114M126 92H160M79 100H115M125 100H161',
);

export const rock = shape(
  0,
  [
    skin(poly('48,76 66,36 104,14 148,18 182,44 194,78 172,108 120,116 72,106', 9), 'soft'),
    skin(poly('66,38 104,16 146,20 128,46 92,54', 5), 'flat', -0.12),
    skin(poly('130,46 148,20 180,45 190,76 156,78', 5), 'flat', 0.12),
    skin(poly('52,78 68,42 92,56 128,48 154,78 122,96 82,94', 6), 'flat', 0.02),
    skin(poly('54,82 82,96 122,98 156,80 188,80 170,105 120,113 74,103', 6), 'flat', 0.34),
  ],
  'M92 56L82 92M128 48L104 70L96 92M154 78L134 88M104 70L120 76',
);

export const jackhammer = shape(
  -18,
  [
    steel(poly('166,57 214,59 234,62 214,65 166,67', 1.5)),
    steel(rect(148, 53, 22, 18, 3), 'round', 0.2),
    skin(poly('64,44 138,44 152,50 152,74 138,80 64,80', 5), 'round'),
    dark(rect(78, 42, 8, 40, 2)),
    dark(rect(112, 42, 8, 40, 2)),
    dark(poly('44,50 66,48 66,76 44,74', 4)),
    grip(rect(26, 18, 14, 36, 6), 'round'),
    grip(rect(26, 70, 14, 36, 6), 'round'),
    steel(rect(24, 50, 26, 24, 4)),
    brass(oval(132, 62, 4)),
    dark('M58 80C60 100 84 96 96 104L92 110C76 104 54 110 50 80Z'),
  ],
  'M90 52H108M90 60H108M90 68H108M124 52H146M124 72H146',
);

export const axe = shape(
  -22,
  [
    wood('M36 56H166V67H36Q30 62 36 56Z'),
    grip(rect(40, 54, 46, 15, 3), 'round'),
    steel(poly('150,46 178,46 180,78 150,78', 3)),
    skin('M152 54C160 44 160 18 148 -8C188 -14 228 8 240 46C226 42 204 48 190 62L178 76H156Z', 'blade'),
    skin(poly('152,72 178,72 182,94 162,102', 4), 'flat', 0.2),
    brass(oval(166, 62, 3)),
  ],
  'M50 54L56 69M62 54L68 69M74 54L80 69M92 62H146M162 0C192 0 216 14 229 40',
);

export const pickaxe = shape(
  -20,
  [
    wood('M30 57H178V68H30Q24 62 30 57Z'),
    grip(rect(36, 55, 46, 15, 3), 'round'),
    skin(
      'M160 52C158 32 146 12 124 2C158 2 186 18 194 44L198 80C198 100 186 116 164 124C176 106 176 92 172 74Z',
      'blade',
    ),
    steel(poly('152,46 196,44 198,80 156,80', 5)),
    brass(oval(175, 62, 4)),
  ],
  'M46 55L52 70M58 55L64 70M70 55L76 70M88 63H148M140 8C162 16 176 30 180 42',
);

export const bow = shape(
  -20,
  [
    steel(rect(30, 61, 176, 2.8, 1)),
    steel(poly('202,54 230,62 202,70 208,62', 1)),
    accent(poly('24,54 46,58 50,62 46,66 24,70 32,62', 2)),
    skin('M120 4C166 8 190 34 188 62S166 116 120 120C150 106 168 88 168 62S150 18 120 4Z', 'round'),
    grip(poly('165,46 190,46 191,78 165,78', 5), 'round'),
    dark('M120 4L122 6L62 62L122 118L120 120L58 62Z'),
  ],
  'M166 52H189M166 60H190M166 68H190',
);

export const crossbow = shape(
  -16,
  [
    steel(rect(66, 57, 142, 3, 1)),
    steel(poly('200,51 230,58.500 200,66 206,58.500', 1)),
    dark('M178 14L180 16L104 58L180 102L178 104L98 58Z'),
    skin('M170 6C196 22 206 40 204 60S194 98 170 112C182 96 188 80 188 60S182 22 170 6Z', 'round'),
    skin(poly('12,58 58,52 186,54 190,58 188,66 120,72 70,74 40,84 18,86', 5)),
    grip(poly('70,72 86,72 80,98 64,96', 4)),
    dark(`${rect(86, 71, 18, 12, 4)}${rect(88, 71, 13, 9, 3)}`),
    steel(rect(92, 50, 18, 9, 2)),
    accent(poly('60,52 76,55 76,58 60,64 66,58', 1)),
  ],
  'M80 64H182M24 66L52 60M26 78L54 72',
);

/**
 * Colour for the drawings. Everything is converted to #rrggbb, because the rasteriser of the art build does not support CSS Color 4
 * and both must draw the same picture.
 */

/** Five colours of one item: ground, second, deep, a bright one used sparingly, and near-white or near-black ink. */
export interface Palette {
  readonly base: string;
  readonly second: string;
  readonly deep: string;
  readonly pop: string;
  readonly ink: string;
}

/** A palette from five hex words without "#": base second deep pop ink. */
export function palette(words: string): Palette {
  const [base = '', second = '', deep = '', pop = '', ink = ''] = words.split(' ').map((word) => `#${word}`);
  return { base, second, deep, pop, ink };
}

/** Hand-picked sets for names without a colour; each was chosen to stay legible on the dark surface. */
export const PALETTES: readonly Palette[] = [
  '2f6f8f 7cc6d6 123244 f2b84b 0b1820',
  '8c3b4a e08a7d 3d1622 f7d9a0 1a0a10',
  '4e7d4a a9c774 1e3620 e8e2b0 0d180e',
  '6b4fa0 b79be6 2a1c4a 6fe0d0 120b22',
  'b5652f efb46a 4c2411 5fb0b7 1d0d06',
  '3d4f6b 8ea3c2 19222f ff7a59 0b1016',
  'a8893c e6cf86 46360f 3f7f78 1b1505',
  '39736f 86c9ad 123130 f08a5d 081514',
  '994c7c e29ac0 401a33 ffd27d 190a14',
  '5b6470 a9b3bf 262b31 c9e265 101316',
  '2c5aa0 79a9ea 0f2447 ffd166 071022',
  '7d5b45 c7a184 34231a 9fd3c7 150e0a',
  'c2473d f59a7a 541712 ffe1b3 200806',
  '467d92 b3d7de 17323c e4576a 0a161b',
  '5d7a2c b6cf5d 27340f f3f0c9 0f1505',
  '7a6cc4 c9c1f5 2f2857 f7a1c4 131025',
].map(palette);

function channel(hex: string, at: number): number {
  return Number.parseInt(hex.slice(at, at + 2), 16);
}

/** Mixes two #rrggbb colours; `amount` 0 gives the first, 1 the second. */
export function mix(first: string, second: string, amount: number): string {
  const part = (at: number): string =>
    Math.round(channel(first, at) * (1 - amount) + channel(second, at) * amount)
      .toString(16)
      .padStart(2, '0');
  return `#${part(1)}${part(3)}${part(5)}`;
}

/**
 * What a pattern is: a function that paints the item box, clipped later to the silhouette. It draws only from the random source it
 * is given, and prefixes every id it makes, so that many drawings can share a page.
 */
import { num } from '../shapes/path.ts';
import type { Palette } from './palette.ts';
import type { SeededRandom } from './random.ts';

/** Paints the 240 by 124 box as SVG; `id` is a prefix unique to the drawing. */
export type Pattern = (dice: SeededRandom, colors: Palette, id: string) => string;

export const fill = (path: string, color: string, opacity = 1): string =>
  `<path d="${path}" fill="${color}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`;

export const stroke = (path: string, color: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${num(width)}" stroke-linecap="round" ` +
  `stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''}/>`;

/** The whole box in one colour or paint. */
export const ground = (paint: string): string => `<path d="M0 0H240V124H0Z" fill="${paint}"/>`;

/** Calls `draw` for 0 to count - 1 and joins the results. */
export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A closed organic outline around a centre; `wild` from 0 (an oval) to about 0.6. */
export function blob(
  dice: SeededRandom,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  wild: number,
  knots = 7,
): string {
  const at = Array.from({ length: knots }, (_, index) => {
    const angle = (index / knots) * Math.PI * 2;
    const reach = 1 + dice.between(-wild, wild);
    return [cx + Math.cos(angle) * rx * reach, cy + Math.sin(angle) * ry * reach] as const;
  });
  const middle = (index: number): string => {
    const [ax, ay] = at[index % knots] ?? [cx, cy];
    const [bx, by] = at[(index + 1) % knots] ?? [cx, cy];
    return `${num((ax + bx) / 2)} ${num((ay + by) / 2)}`;
  };
  const curves = at.map(([x, y], index) => `Q${num(x)} ${num(y)} ${middle(index)}`).join('');
  return `M${middle(knots - 1)}${curves}Z`;
}

/** A wavy line across the box at height `y`. */
export function wave(y: number, height: number, length: number, shift: number): string {
  let data = `M${num(-length - shift)} ${num(y)}`;
  for (let x = -length - shift; x < 250; x += length) {
    data += `q${num(length / 4)} ${num(-height)} ${num(length / 2)} 0t${num(length / 2)} 0`;
  }
  return data;
}

/** A linear gradient over the box from stops; angle given by its end point in box units. */
export function gradient(id: string, stops: readonly string[], x2: number, y2: number): string {
  const last = stops.length - 1;
  const list = stops.map((color, at) => `<stop offset="${num((at / last) * 100)}%" stop-color="${color}"/>`).join('');
  return (
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="10" y1="20" x2="${num(x2)}" y2="${num(y2)}">` +
    `${list}</linearGradient>`
  );
}

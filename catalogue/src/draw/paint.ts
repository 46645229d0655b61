/** How materials and light look: the gradients shared by all parts of one drawing. Ids carry the drawing's prefix. */
import { mix } from './palette.ts';
import type { Palette } from './palette.ts';
import type { Finish, Material } from '../shapes/shape.ts';

type Stop = readonly [offset: number, color: string, opacity?: number];

const stops = (list: readonly Stop[]): string =>
  list
    .map(([at, color, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${at}" stop-color="${color}"${alpha}/>`;
    })
    .join('');

const vertical = (id: string, list: readonly Stop[]): string =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops(list)}</linearGradient>`;

const W = '#ffffff';
const K = '#000000';

/** The light added over a part's own colour, top to bottom. */
const LIGHT: Readonly<Record<Finish, readonly Stop[]>> = {
  round: [
    [0, W, 0.16],
    [0.16, W, 0.46],
    [0.42, W, 0],
    [0.6, K, 0.08],
    [1, K, 0.58],
  ],
  flat: [
    [0, W, 0.3],
    [0.4, W, 0.05],
    [0.6, K, 0.03],
    [1, K, 0.36],
  ],
  blade: [
    [0, W, 0.34],
    [0.46, W, 0.04],
    [0.47, W, 0.42],
    [0.62, W, 0.1],
    [1, K, 0.34],
  ],
  soft: [
    [0, W, 0.3],
    [0.35, W, 0.04],
    [0.7, K, 0.16],
    [1, K, 0.46],
  ],
};

const PLAIN: Readonly<Partial<Record<Material, readonly Stop[]>>> = {
  steel: [
    [0, '#c3cad4'],
    [0.5, '#848d9a'],
    [1, '#4a515c'],
  ],
  dark: [
    [0, '#565d69'],
    [0.45, '#333943'],
    [1, '#1b1f25'],
  ],
  grip: [
    [0, '#4b4742'],
    [0.5, '#302d2b'],
    [1, '#191817'],
  ],
  wood: [
    [0, '#c08a52'],
    [0.5, '#8c5b30'],
    [1, '#533217'],
  ],
  fire: [
    [0, '#ffd24a'],
    [0.5, '#ff8a1e'],
    [1, '#fff3b0'],
  ],
  brass: [
    [0, '#ffe9a8'],
    [0.5, '#cf9f3f'],
    [1, '#7a5518'],
  ],
};

/** Defs of every material and finish, tinted by the palette where the material follows it. */
export function paints(id: string, colors: Palette): string {
  const own: Readonly<Partial<Record<Material, readonly Stop[]>>> = {
    ...PLAIN,
    accent: [
      [0, mix(colors.pop, W, 0.2)],
      [1, mix(colors.pop, colors.ink, 0.3)],
    ],
    deep: [
      [0, mix(colors.deep, K, 0.25)],
      [1, mix(colors.deep, K, 0.62)],
    ],
    glass: [
      [0, '#d5f0ff'],
      [0.4, '#4f93d0'],
      [1, '#102a4a'],
    ],
    glow: [
      [0, mix(colors.pop, W, 0.75)],
      [0.5, mix(colors.pop, W, 0.3)],
      [1, colors.pop],
    ],
  };
  const materials = Object.entries(own).map(([name, list]) => vertical(`${id}-${name}`, list));
  const lights = Object.entries(LIGHT).map(([name, list]) => vertical(`${id}-l-${name}`, list));
  return [...materials, ...lights].join('');
}

/** The halo behind an item, in its rarity colour. */
export function halo(id: string, color: string): string {
  return `<radialGradient id="${id}-halo">${stops([
    [0, color, 0.5],
    [0.55, color, 0.2],
    [1, color, 0],
  ])}</radialGradient>`;
}

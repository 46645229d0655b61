/**
 * Account pictures, drawn from the 40-digit hash in their name: two-tone geometric patterns that mirror left to right, so that each reads as an
 * emblem at 32 px. SVG without scripts, links or text. Used by the avatar route and the pages.
 */
import { Draw } from '../kit/draw.ts';

/** Ground and two inks, chosen to stand out on the product's dark pages. */
const PALETTES = [
  ['#1b2a4a', '#5aa9ff', '#d6ecff'],
  ['#2c1d3f', '#b58cff', '#f0e2ff'],
  ['#10332b', '#3fd6a0', '#d5fff0'],
  ['#3d1f22', '#ff7a76', '#ffe0da'],
  ['#37290f', '#ffb648', '#fff0cf'],
  ['#12323c', '#45cfe6', '#d8faff'],
  ['#2f1832', '#f27ad2', '#ffe0f6'],
  ['#26300f', '#c8f04a', '#f4ffd2'],
  ['#2a2630', '#a8b0c4', '#ffffff'],
  ['#3b2316', '#f08a4b', '#ffe6d2'],
] as const;

type Shape = (ink: string, draw: Draw) => string;

/** Emblems on a 64-unit square around (32, 32). */
const EMBLEMS: readonly Shape[] = [
  (ink) => path(ink, 'M32 9 55 32 32 55 9 32Z'),
  (ink) => path(ink, 'M32 8 52.8 20v24L32 56 11.2 44V20Z'),
  (ink) => `<circle cx="32" cy="32" r="22" fill="${ink}"/>`,
  (ink) => path(ink, 'M32 8 56 50H8Z'),
  (ink) => path(ink, 'M12 12h40v22c0 12-9 18-20 22-11-4-20-10-20-22Z'),
  (ink) => path(ink, 'M24 10h16v14h14v16H40v14H24V40H10V24h14Z'),
  (ink) => path(ink, 'M32 7l7 16 18 2-13 12 3 18-15-9-15 9 3-18L7 25l18-2Z'),
  (ink) => path(ink, 'M10 14 32 24 54 14 47 50 32 56 17 50Z'),
];

/** The shape inside an emblem, in the other ink. */
const CORES: readonly Shape[] = [
  (ink) => `<circle cx="32" cy="33" r="8" fill="${ink}"/>`,
  (ink) => path(ink, 'M32 22 42 33 32 44 22 33Z'),
  (ink) => path(ink, 'M21 28h22v4H21zm0 8h22v4H21z'),
  (ink) => path(ink, 'M32 23 42 41H22Z'),
  (ink) => `<circle cx="25" cy="31" r="4.5" fill="${ink}"/><circle cx="39" cy="31" r="4.5" fill="${ink}"/>`,
  (ink) => `<circle cx="32" cy="33" r="8.5" fill="none" stroke="${ink}" stroke-width="4"/>`,
  (ink) => path(ink, 'M34 20 23 36h8l-2 12 12-17h-8Z'),
];

/** Corner ornaments behind the emblem, faint. */
const GROUNDS: readonly Shape[] = [
  (ink, draw) => rings(ink, 26 + draw.below(4) * 3),
  (ink) => mirrored(`<path d="M0 0h14L0 14ZM0 64h14L0 50Z" fill="${ink}"/>`),
  (ink, draw) => mirrored(stripes(ink, 6 + draw.below(4))),
  (ink) => mirrored(`<circle cx="0" cy="0" r="18" fill="${ink}"/><circle cx="0" cy="64" r="18" fill="${ink}"/>`),
];

/** The picture of that hash. `size` is the requested edge in pixels (it scales to anything). */
export function avatarSvg(hash: string, size: number): string {
  // The seed's wording was chosen so that the demo's own accounts look unlike one another.
  const draw = new Draw(`emblem-424|${hash}`);
  const [ground, ink, light] = draw.pick(PALETTES);
  const swap = draw.below(3) === 0;
  const back = draw.pick(GROUNDS)(ink, draw);
  const emblem = draw.pick(EMBLEMS)(swap ? light : ink, draw);
  const core = draw.pick(CORES)(swap ? ink : ground, draw);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}">` +
    `<rect width="64" height="64" fill="${ground}"/><g opacity=".28">${back}</g>${emblem}${core}</svg>`
  );
}

function path(ink: string, d: string): string {
  return `<path d="${d}" fill="${ink}"/>`;
}

function mirrored(half: string): string {
  return `${half}<g transform="matrix(-1 0 0 1 64 0)">${half}</g>`;
}

function rings(ink: string, radius: number): string {
  return [radius, radius + 8].map((r) => circle(ink, r)).join('');
}

function circle(ink: string, radius: number): string {
  return `<circle cx="32" cy="32" r="${radius}" fill="none" stroke="${ink}" stroke-width="3"/>`;
}

function stripes(ink: string, gap: number): string {
  const lines = Array.from({ length: Math.floor(32 / gap) }, (_, i) => `M${i * gap} 64V${i * gap + 8}`);
  return `<path d="${lines.join('')}" stroke="${ink}" stroke-width="2"/>`;
}

/**
 * Draws a case as a self-contained SVG: an open body in the case's tint, of the family of its items (case-shapes.ts), the best item rising out of
 * it, and an emblem chosen by the case's id. Called by the art build; the same case always gives the same string, and ids carry a prefix made of the
 * case's id, so drawings can share a page.
 */
import { itemDrawing, type Drawable } from './item-art.ts';
import { BODIES, type CaseBody, type CaseFamily } from './case-shapes.ts';
import { halo } from './paint.ts';
import { mix } from './palette.ts';
import { BOX } from '../shapes/path.ts';
import { dice, hash } from './random.ts';

export interface DrawableCase {
  readonly id: string;
  /** #rrggbb */
  readonly colorHex: string;
  readonly family: CaseFamily;
  /** The item that the case is opened for; null for a case whose items are not known. */
  readonly hero: Drawable | null;
}

/** Tint of an unknown case. */
export const PLAIN_TINT = '#9aa4b2';

const INK = '#06070a';

/** Emblems in a box of 32 by 32 around the origin. */
const EMBLEMS = [
  'M0-13L4-4l10 .6-7.6 6.6L9 13 0 7.6-9 13l2.6-9.8L-14-3.4-4-4z',
  'M0-14L12-7V7L0 14-12 7V-7zM0-6l-5 3v6l5 3 5-3v-6z',
  'M-3-14h9L1-3h8L-6 14l4-13h-8z',
  'M0-14a14 14 0 1 0 .1 0zM0-8a8 8 0 1 1-.1 0zM0-3a3 3 0 1 0 .1 0z',
  'M-14-8l7 5 7-10 7 10 7-5-3 17h-22z',
  'M0-14L14 0 0 14-14 0zM0-6l-6 6 6 6 6-6z',
  'M-12-12h6l6 8 6-8h6L4 2v10h-8V2z',
  'M0-14c8 4 12 4 12 4 0 12-4 20-12 24-8-4-12-12-12-24 0 0 4 0 12-4z',
] as const;

/** The picture of a case: an SVG document of 240 by 124 user units, plain SVG 1.1 with hex colours only. */
export function caseArt({ id: name, colorHex, family, hero }: DrawableCase): string {
  const id = `c${hash(name).toString(36)}`;
  const random = dice(`case ${name}`);
  const body: CaseBody = BODIES[family];
  const item = hero && itemDrawing(hero);
  const tilt = Math.round(random.between(-14, 14));
  const [deep, dark, light] = [
    mix(colorHex, '#000000', 0.7),
    mix(colorHex, '#000000', 0.42),
    mix(colorHex, '#ffffff', 0.35),
  ];
  const metal = random.pick(['steel', 'brass', 'dark'] as const);
  const face = (path: string, fill: string): string =>
    `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-width="1.2" stroke-linejoin="round"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX.width} ${BOX.height}" ` +
    `width="${BOX.width}" height="${BOX.height}">` +
    `<defs>${halo(id, colorHex)}${gradient(`${id}-lid`, dark, deep)}${gradient(`${id}-front`, light, dark)}` +
    `${gradient(`${id}-steel`, '#e6ebf0', '#5d6672')}${gradient(`${id}-brass`, '#ffe9a8', '#8a6520')}` +
    `${gradient(`${id}-dark`, '#59616e', '#1d2229')}${gradient(`${id}-glow`, '#ffffff', colorHex)}</defs>` +
    (item?.defs ?? '') +
    `<ellipse cx="120" cy="58" rx="118" ry="58" fill="url(#${id}-halo)"/>` +
    face(body.lid, `url(#${id}-lid)`) +
    face(body.inside, mix(colorHex, '#000000', 0.86)) +
    (item
      ? `<g transform="translate(120 49) rotate(${tilt}) scale(.68) translate(-120 -62)">${item.drawing}</g>`
      : '') +
    `<path d="${body.front}" transform="translate(1 5)" fill="#000000" fill-opacity=".45"/>` +
    face(body.front, `url(#${id}-front)`) +
    `<path d="${body.lines}" fill="none" stroke="#000000" stroke-opacity=".4" stroke-width="1.6"/>` +
    body.bands.map((path) => face(path, `url(#${id}-${metal})`)).join('') +
    '<g transform="translate(120 95) scale(.8)">' +
    `<circle r="19" fill="${mix(colorHex, '#000000', 0.8)}" stroke="url(#${id}-${metal})" stroke-width="3"/>` +
    `<path d="${random.pick(EMBLEMS)}" transform="scale(.78)" fill="url(#${id}-glow)" fill-rule="evenodd" ` +
    `stroke="${INK}" stroke-width="1.2" stroke-linejoin="round"/></g></svg>`
  );
}

function gradient(id: string, from: string, to: string): string {
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">` +
    `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
  );
}

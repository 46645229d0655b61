/**
 * Draws a case as a self-contained SVG: a crate with a lid and bands of metal in the case's tint, and on its front an emblem chosen
 * by the case's id. Called by the art build; the same case always gives the same string, and ids carry a prefix made of the case's
 * id, so drawings can share a page.
 */
import { halo } from './paint.ts';
import { mix } from './palette.ts';
import { BOX } from './path.ts';
import { dice, hash } from './random.ts';

export interface DrawableCase {
  readonly id: string;
  /** #rrggbb */
  readonly colorHex: string;
}

/** Tint of an unknown case. */
export const PLAIN_TINT = '#9aa4b2';

const INK = '#06070a';
const STEEL = '#aab4c0';

/** The crate's faces, seen from the front and a little above: lid, front, and the edge between them. */
const LID = 'M74 24h92l22 22H52z';
const RIM = 'M50 46h140v12H50z';
const FRONT = 'M56 58h128l-5 46a6 6 0 0 1-6 5H67a6 6 0 0 1-6-5z';
const WHOLE = 'M74 24h92l22 22h2v12h-6l-5 46a6 6 0 0 1-6 5H67a6 6 0 0 1-6-5l-5-46h-6V46h2z';
/** Bands of metal over lid and front. */
const BANDS = ['M84 24h12l-8 22H74z', 'M144 24h12l10 22h-14z', 'M70 58h14l3 51H73z', 'M156 58h14l-3 51h-14z'];
/** Rivets at the ends of the bands, as centres. */
const RIVETS = [
  ...[81, 159].map((x) => [x, 52]),
  ...[77.5, 162.5].flatMap((x) => [65, 102].map((y) => [x, y])),
] as const;

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
export function caseArt({ id: name, colorHex }: DrawableCase): string {
  const id = `c${hash(name).toString(36)}`;
  const emblem = dice(`emblem ${name}`).pick(EMBLEMS);
  const [deep, dark, light] = [
    mix(colorHex, '#000000', 0.72),
    mix(colorHex, '#000000', 0.5),
    mix(colorHex, '#ffffff', 0.4),
  ];
  const face = (path: string, fill: string): string =>
    `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-width="1.2" stroke-linejoin="round"/>`;
  const bands = BANDS.map((path) => face(path, `url(#${id}-steel)`)).join('');
  const rivets = RIVETS.map(
    ([x, y]) => `<circle cx="${x}" cy="${y}" r="2" fill="#3a414b" stroke="#e6ebf0" stroke-width=".6"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX.width} ${BOX.height}" ` +
    `width="${BOX.width}" height="${BOX.height}">` +
    `<defs>${halo(id, colorHex)}${gradient(`${id}-lid`, light, dark)}${gradient(`${id}-front`, dark, deep)}` +
    `${gradient(`${id}-steel`, '#dfe5ec', '#5d6672')}${gradient(`${id}-glow`, '#ffffff', colorHex)}</defs>` +
    `<ellipse cx="120" cy="62" rx="118" ry="60" fill="url(#${id}-halo)"/>` +
    `<path d="${WHOLE}" transform="translate(2 6)" fill="#000000" fill-opacity=".4"/>` +
    `<path d="${WHOLE}" fill="${dark}" stroke="${mix(colorHex, '#000000', 0.35)}" stroke-width="4.4" ` +
    'stroke-linejoin="round"/>' +
    face(LID, `url(#${id}-lid)`) +
    face(FRONT, `url(#${id}-front)`) +
    `<path d="M58 72h124M59 88h122" stroke="#000000" stroke-opacity=".35" stroke-width="1.4"/>` +
    bands +
    face(RIM, mix(colorHex, '#1b1f26', 0.3)) +
    `<path d="M51 47.2h138" stroke="#ffffff" stroke-opacity=".5" stroke-width="1.2"/>` +
    rivets.join('') +
    `<path d="M109 44h22v20a11 11 0 0 1-22 0z" fill="${STEEL}" stroke="${INK}" stroke-width="1.2"/>` +
    `<path d="M120 50a4 4 0 0 1 2 7.4V64h-4v-6.6a4 4 0 0 1 2-7.4z" fill="${INK}"/>` +
    '<g transform="translate(120 91) scale(.82)">' +
    `<path d="${emblem}" fill="${INK}" fill-opacity=".7" transform="translate(0 1.6)"/>` +
    `<path d="${emblem}" fill="url(#${id}-glow)" fill-rule="evenodd" stroke="${INK}" stroke-width="1.2" ` +
    'stroke-linejoin="round"/></g></svg>'
  );
}

function gradient(id: string, from: string, to: string): string {
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">` +
    `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
  );
}

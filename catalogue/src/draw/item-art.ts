/**
 * Draws an item type as a self-contained SVG: halo in the rarity colour, then the silhouette with its pattern, light from
 * the top, engraved lines and wear. Called by the art build for the shared pictures and by the web as the last fallback.
 * The same item type always gives the same string; ids carry a prefix made of the slug, so drawings can share a page.
 */
import { APP_IDS } from '../items.ts';
import type { ItemType } from '../items.ts';
import { parseMarketName } from '../names.ts';
import { motifFor } from './motifs.ts';
import { mix } from './palette.ts';
import type { Palette } from './palette.ts';
import { placement } from './fit.ts';
import { halo, paints } from './paint.ts';
import { BOX, num } from '../shapes/path.ts';
import { stroke } from './pattern.ts';
import { PATTERNS } from './patterns.ts';
import { dice, hash } from './random.ts';
import type { SeededRandom } from './random.ts';
import type { ShapePart, Silhouette } from '../shapes/shape.ts';
import { SHAPES } from '../shapes/kinds.ts';

/** The fields a drawing depends on. */
export type Drawable = Pick<ItemType, 'slug' | 'appId' | 'marketHashName' | 'kind' | 'rarityColor' | 'wear'>;

const OUTLINE = '#06070a';

/** Visible wear, 0 (new) to 1, by level 5 to 1. */
const WEAR_BY_LEVEL = [1, 0.62, 0.36, 0.14, 0] as const;

/** Words that only grade a Dota item: an exalted sword looks like the sword. */
const GRADE = /^(?:Exalted|Inscribed|Unusual|Genuine) /;

/** The object that a Rust name ends with; the words before it are the set, and a set shares one look. */
const OBJECTS =
  'AR|AK47|LR|LR300|SAR|SAP|L96|M39|M[Pp]5|SMG|M249|DBS|Thompson|Python|Revolver|Bolt Rifle|(?:Pump )?Shotgun|' +
  'Crossbow|Bow|Sword|Hatchet|Pick ?[Aa]xe|(?:(?:Garage|Sheet Metal|Armored|Wooden) )?Door|Hoodie|Pants|Boots|' +
  '(?:Roadsign )?Gloves|Facemask|Mask|Chest ?[Pp]late|Helmet|Vest|(?:Large |Small )?(?:Wood )?Box|Furnace|' +
  '(?:Sleeping )?Bag|Rug|Locker';
const OBJECT = new RegExp(` (?:${OBJECTS})$`);

/** The design of a picture: the skin's own name in CS2, the set in Rust, the name without its grade in Dota. */
function designOf(item: Drawable): string {
  const { name, itemName } = parseMarketName(item.marketHashName, item.appId);
  if (item.appId !== APP_IDS.csgo) return name.replace(GRADE, '').replace(OBJECT, '');
  if (item.kind === 'agent' || item.kind === 'sticker') return `${name} ${itemName}`;
  return name.startsWith('★') ? itemName : itemName || name;
}

/** Everything painted on one part, clipped to it: colour, light, a bright upper and a dark lower edge. */
function paintPart(part: ShapePart, at: number, id: string, skin: string): string {
  const self = `#${id}-p${at}`;
  const own = part.material === 'skin' ? skin : `<use href="${self}" fill="url(#${id}-${part.material})"/>`;
  const tone = part.shade < 0 ? '#ffffff' : '#000000';
  const shade = part.shade === 0 ? '' : `<use href="${self}" fill="${tone}" fill-opacity="${Math.abs(part.shade)}"/>`;
  const bright = part.material === 'dark' || part.material === 'grip' || part.material === 'deep' ? 0.26 : 0.55;
  const glowing = part.material === 'glow' || part.material === 'fire';
  const light = glowing ? '' : `<use href="${self}" fill="url(#${id}-l-${part.finish})"/>`;
  return (
    `<g clip-path="url(#${id}-c${at})">${own}${shade}${light}` +
    `<use href="${self}" y="1.1" fill="none" stroke="#ffffff" stroke-opacity="${glowing ? 0.8 : bright}" ` +
    'stroke-width="1.4"/>' +
    `<use href="${self}" y="-1.2" fill="none" stroke="#000000" stroke-opacity="${glowing ? 0 : 0.42}" ` +
    'stroke-width="1.9"/></g>' +
    `<use href="${self}" fill="none" stroke="${OUTLINE}" stroke-width="${glowing ? 0.8 : 1.1}" ` +
    'stroke-linejoin="round"/>'
  );
}

/** Paint chipped to bare metal: scratches and flakes anywhere, and worn edges; more of each with wear. */
function scratches(random: SeededRandom, wear: number, shape: Silhouette, id: string): string {
  if (wear === 0) return '';
  const spots = (count: number, draw: (x: number, y: number) => string): string =>
    Array.from({ length: Math.round(count) }, () => draw(random.between(0, 236), random.between(14, 112))).join('');
  const step = (from: number, to: number): string => num(random.between(from, to));
  const lines = spots(wear * 90, (x, y) => `M${num(x)} ${num(y)}l${step(-6, 15)} ${step(-5, 4)}`);
  const flakes = spots(wear * wear * 75, (x, y) => {
    return (
      `M${num(x)} ${num(y)}l${step(1, 5)} ${step(-2, 1)}` +
      `l${step(0, 3)} ${step(1, 3)}l${step(-6, -2)} ${step(0, 2)}Z`
    );
  });
  const dashes = [random.between(2, 6), 8 - wear * 5, random.between(1, 4), 13 - wear * 9].map(num).join(' ');
  const edges = shape.parts.map((part, at) => (part.material === 'skin' ? `<use href="#${id}-p${at}"/>` : '')).join('');
  return (
    `<path d="${flakes}" fill="#aeb6c1" stroke="#2a2e35" stroke-width=".5"/>` +
    stroke(lines, '#0b0c0e', 1.3, 0.3) +
    stroke(lines, '#e4e8ed', 0.8, 0.7) +
    `<g fill="none" stroke="#c9d0d9" stroke-opacity="${num(0.4 + wear * 0.4)}" ` +
    `stroke-width="${num(2 + wear * 2.4)}" stroke-dasharray="${dashes}">${edges}</g>`
  );
}

function defs(shape: Silhouette, id: string, colors: Palette, rarity: string): string {
  const paths = shape.parts
    .map(
      (part, at) =>
        `<path id="${id}-p${at}" d="${part.path}" fill-rule="evenodd"/>` +
        `<clipPath id="${id}-c${at}"><path d="${part.path}" clip-rule="evenodd"/></clipPath>`,
    )
    .join('');
  return `<defs>${halo(id, rarity)}${paints(id, colors)}${paths}</defs>`;
}

/** The item's picture: an SVG document of 240 by 124 user units, plain SVG 1.1 with hex colours only. */
export function itemArt(item: Drawable): string {
  const { defs: ownDefs, drawing } = itemDrawing(item);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX.width} ${BOX.height}" ` +
    `width="${BOX.width}" height="${BOX.height}">${ownDefs}` +
    `<ellipse cx="120" cy="62" rx="118" ry="60" fill="url(#${prefixOf(item)}-halo)"/>${drawing}</svg>`
  );
}

function prefixOf({ slug }: Drawable): string {
  return `i${hash(slug).toString(36)}`;
}

/** The same without its halo, for a drawing that has the item in it. */
export function itemDrawing(item: Drawable): { readonly defs: string; readonly drawing: string } {
  const shape = SHAPES[item.kind];
  const design = designOf(item);
  const id = prefixOf(item);
  const motif = motifFor(design, item.kind, dice(`motif ${design}`));
  const random = dice(`${item.kind} ${parseMarketName(item.marketHashName, item.appId).name} ${design}`);
  const pattern = PATTERNS[motif.pattern](random, motif.colors, id);
  const wear = WEAR_BY_LEVEL[parseMarketName(item.marketHashName, item.appId).itemTypeLvl - 1] ?? 0;
  const skin = `<use href="#${id}-skin"/>`;
  const painted = shape.parts.map((part, at) => paintPart(part, at, id, skin)).join('');
  const all = shape.parts.map((_, at) => `<use href="#${id}-p${at}"/>`).join('');
  const rim = mix(item.rarityColor, '#000000', 0.42);
  const turn = placement(shape);
  return {
    defs:
      defs(shape, id, motif.colors, item.rarityColor) +
      `<defs><g id="${id}-skin">${pattern}${scratches(random, wear, shape, id)}</g></defs>`,
    drawing:
      `<g transform="translate(2 5) ${turn}" fill="#000000" fill-opacity=".38" stroke="#000000" stroke-opacity=".38" ` +
      `stroke-width="3" stroke-linejoin="round">${all}</g>` +
      `<g transform="${turn}"><g fill="${rim}" stroke="${rim}" stroke-width="4.6" stroke-linejoin="round">${all}</g>` +
      `<g fill="${OUTLINE}" stroke="${OUTLINE}" stroke-width="3.2" stroke-linejoin="round">${all}</g>${painted}` +
      `${stroke(shape.lines, '#000000', 1.1, 0.5)}` +
      `<g transform="translate(0 1)">${stroke(shape.lines, '#ffffff', 0.7, 0.22)}</g></g>`,
  };
}

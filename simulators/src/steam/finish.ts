/**
 * What single assets of CS2 differ in, and how it is on the wire: properties of the asset (float, seed, paint index,
 * certificate), a line about stickers in its description, and the action that inspects it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Draw } from '../kit/draw.ts';

export const Finish = z.object({
  float: z.number(),
  seed: z.number().int(),
  /** Paint index; the phase of a Doppler follows from it. */
  paint: z.number().int(),
  stickers: z.array(z.string()),
});
export type Finish = z.output<typeof Finish>;

/** Where the floats of each wear begin and end. */
const WEARS: Readonly<Record<string, readonly [number, number]>> = {
  'Factory New': [0, 0.07],
  'Minimal Wear': [0.07, 0.15],
  'Field-Tested': [0.15, 0.38],
  'Well-Worn': [0.38, 0.45],
  'Battle-Scarred': [0.45, 1],
};
/** Paint indexes by phase, of most knives and of the Glock-18. */
const DOPPLER = {
  'Phase 1': 418,
  'Phase 2': 419,
  'Phase 3': 420,
  'Phase 4': 421,
  Ruby: 415,
  Sapphire: 416,
  'Black Pearl': 417,
};
const GAMMA_DOPPLER = { 'Phase 1': 569, 'Phase 2': 570, 'Phase 3': 571, 'Phase 4': 572, Emerald: 568 };
const GLOCK = { 'Phase 1': 1120, 'Phase 2': 1121, 'Phase 3': 1122, 'Phase 4': 1123, Emerald: 1119 };
/** Gems are as rare among Dopplers as they are costly. */
const GEM_CHANCE = 12;

/** The paint indexes of a Doppler by phase. */
function paintsOf(marketHashName: string): Readonly<Record<string, number>> {
  if (marketHashName.includes('Glock-18')) return GLOCK;
  return marketHashName.includes('Gamma') ? GAMMA_DOPPLER : DOPPLER;
}

function drawPaint(draw: Draw, marketHashName: string): number {
  const isGem = draw.below(GEM_CHANCE) === 0;
  const paints = Object.entries(paintsOf(marketHashName)).filter(([phase]) => phase.startsWith('Phase') !== isGem);
  return draw.pick(paints.map(([, paint]) => paint));
}
const STICKERS = ['Crown (Foil)', 'Flammable (Foil)', 'Headhunt', 'Rock & Roll (Holo)', 'Slow Bird'];
const STEPS = 1_000_000;

/** A Doppler of this phase, of an ordinary float. Null for a phase that the finish does not have. */
export function finishOfPhase(text: string, marketHashName: string, phase: string): Finish | null {
  const paint = paintsOf(marketHashName)[phase];
  const draw = new Draw(`phase|${text}`);
  if (paint === undefined) return null;
  return { float: 0.015 + draw.below(STEPS) / STEPS / 20, seed: draw.below(1_001), paint, stickers: [] };
}

/**
 * Almost every Doppler has one, and about a third of the other weapons with a wear; null for anything else. Always the same for a text.
 */
export function drawFinish(text: string, marketHashName: string): Finish | null {
  const [, wear = ''] = /\(([^()]+)\)$/.exec(marketHashName) ?? [];
  const range = WEARS[wear];
  const draw = new Draw(`finish|${text}`);
  const isDoppler = marketHashName.includes('Doppler');
  const isBare = isDoppler ? draw.below(8) === 0 : draw.below(3) > 0;
  if (range === undefined || isBare) return null;
  const [from, to] = range;
  const stickers = isDoppler || draw.below(3) > 0 ? 0 : 1 + draw.below(3);
  return {
    float: from + (draw.below(STEPS) / STEPS) * (to - from),
    seed: draw.below(1_001),
    paint: isDoppler ? drawPaint(draw, marketHashName) : 1 + draw.below(400),
    stickers: Array.from({ length: stickers }, () => draw.pick(STICKERS)),
  };
}

/** Assets with other stickers are described apart: the name of that description. */
export function instanceOf({ stickers }: Finish): string {
  const digest = createHash('sha256')
    .update(`instance|${stickers.join('|')}`)
    .digest();
  return String(1_000_000_000 + digest.readUIntBE(0, 5));
}

/** What every weapon is described with: the certificate of the asset goes into the link. */
const INSPECT = { link: 'steam://run/730//+csgo_econ_action_preview%20%propid:6%', name: 'Inspect in Game...' };
export const INSPECT_ACTIONS = { actions: [INSPECT], market_actions: [INSPECT] };

/** The line of a description that shows the stickers; none without stickers. */
export function stickerLines({ stickers }: Finish) {
  if (stickers.length === 0) return [];
  const names = stickers.map((name) => name.replace('&', '&amp;'));
  const pictures = names.map((name) => `<img width=64 height=48 src="" title="Sticker: ${name}">`).join('');
  const html = `<br><div id="sticker_info"><center>${pictures}<br>Sticker: ${names.join(', ')}</center></div>`;
  return [{ type: 'html', value: html, name: 'sticker_info' }];
}

/** The properties of the asset, in the numbers of the real service. The certificate stays the same when it is traded. */
export function propertiesOf({ float, seed, paint }: Finish) {
  const certificate = createHash('sha256').update(`certificate|${float}|${paint}|${seed}`).digest('hex');
  return [
    { propertyid: 1, int_value: String(seed), name: 'Pattern Template' },
    { propertyid: 2, float_value: float.toFixed(18), name: 'Wear Rating' },
    { propertyid: 6, string_value: certificate.toUpperCase(), name: 'Item Certificate' },
    { propertyid: 7, int_value: String(paint), name: 'Finish Catalog' },
  ];
}

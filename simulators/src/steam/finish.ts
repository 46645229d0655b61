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
const DOPPLER = [415, 416, 417, 418, 419, 420, 421];
const GAMMA_DOPPLER = [568, 569, 570, 571, 572];
const STICKERS = ['Crown (Foil)', 'Flammable (Foil)', 'Headhunt', 'Rock & Roll (Holo)', 'Slow Bird'];
const STEPS = 1_000_000;

/** About a third of the weapons with a wear have one; null for anything else. Always the same for a text. */
export function drawFinish(text: string, marketHashName: string): Finish | null {
  const [, wear = ''] = /\(([^()]+)\)$/.exec(marketHashName) ?? [];
  const range = WEARS[wear];
  const draw = new Draw(`finish|${text}`);
  if (range === undefined || draw.below(3) > 0) return null;
  const [from, to] = range;
  const isDoppler = marketHashName.includes('Doppler');
  const paints = marketHashName.includes('Gamma') ? GAMMA_DOPPLER : DOPPLER;
  const stickers = isDoppler || draw.below(3) > 0 ? 0 : 1 + draw.below(3);
  return {
    float: from + (draw.below(STEPS) / STEPS) * (to - from),
    seed: draw.below(1_001),
    paint: isDoppler ? draw.pick(paints) : 1 + draw.below(400),
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

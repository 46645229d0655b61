/**
 * What Steam shows of one CS2 asset beyond its name, parsed from an inventory or a trade page. Pure; used by the Steam gateway and the
 * trade worker. Whatever cannot be parsed is null: it never fails an inventory.
 *
 * - **Float, seed, finish, certificate**: `asset_properties` of the asset (since 2025), by number.
 * - **Phase**: Steam's name of a Doppler has none. It follows from the number of the finish (the paint index). Assets without that property
 *   keep the plain name, whose price is that of the cheapest phase. `phasedName` appends the phase: the name of a type of its own.
 * - **Stickers, charms, patches**: an HTML line of `descriptions`, as titles of its pictures.
 * - **Inspect link**: `actions` or `market_actions`, with placeholders for owner, asset and properties.
 */
import { z } from 'zod';
import { INSPECT_URL, PHASES, type Phase } from '@fairpot/contract/inventory/details';
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';

const CS2 = 730;
/** Steam's numbers of properties. */
const SEED = 1;
const FLOAT = 2;
const FINISH = 7;

/**
 * Paint indexes of Doppler and Gamma Doppler finishes: the ids of `am_doppler_phase1` and its kind under `paint_kits` in the game's own
 * item list (items_game.txt). Three public tables made from it agree. The Butterfly Knife and the knives after it have
 * 617 to 619, four later knives 852 to 855, and the Glock-18 1119 to 1123.
 */
const FINISHES: Readonly<Record<Phase, readonly number[]>> = {
  'Phase 1': [418, 569, 852, 1120],
  'Phase 2': [419, 570, 618, 853, 1121],
  'Phase 3': [420, 571, 854, 1122],
  'Phase 4': [421, 572, 855, 1123],
  Ruby: [415],
  Sapphire: [416, 619],
  'Black Pearl': [417, 617],
  Emerald: [568, 1119],
};
const PHASE_OF: ReadonlyMap<number, Phase> = new Map(
  (Object.keys(FINISHES) as Phase[]).flatMap((phase) => FINISHES[phase].map((finish) => [finish, phase] as const)),
);

const NumberText = z.union([z.number(), z.string().max(40)]);
const Property = z.object({
  propertyid: z.number().int(),
  int_value: NumberText.optional(),
  float_value: NumberText.optional(),
  string_value: z.string().max(2_000).optional(),
});
type Property = z.infer<typeof Property>;
const Line = z.object({ value: z.string().max(8_000), name: z.string().optional() });
const Action = z.object({ link: z.string().max(400) });

/** An asset as Steam sends it; nothing of it is trusted. */
export interface RawAsset {
  readonly appId: number;
  readonly assetId: string;
  readonly owner: string;
  readonly marketHashName: string;
  /** Of its description. */
  readonly descriptions?: unknown;
  readonly actions?: unknown;
  readonly market_actions?: unknown;
  /** Its entry of `asset_properties`, or the list in it. */
  readonly properties?: unknown;
}

/** Null when Steam shows nothing of it, and for other games. */
export function readDetails(raw: RawAsset): ItemDetails | null {
  if (raw.appId !== CS2) return null;
  const properties = propertiesOf(raw.properties);
  const details = {
    float: floatOf(properties.get(FLOAT)?.float_value),
    seed: wholeOf(properties.get(SEED)?.int_value),
    phase: phaseOf(raw.marketHashName, wholeOf(properties.get(FINISH)?.int_value)),
    stickers: stickersOf(raw.descriptions),
    inspectUrl: inspectUrlOf(raw, properties),
  };
  const { stickers, ...others } = details;
  return stickers.length === 0 && Object.values(others).every((value) => value === null) ? null : details;
}

const phases: ReadonlySet<string> = new Set(PHASES);

export function isPhase(text: string): text is Phase {
  return phases.has(text);
}

/** '★ Karambit | Doppler (Factory New) - Phase 2'. */
export function phasedTo(marketHashName: string, phase: Phase): string {
  return `${marketHashName} - ${phase}`;
}

/** The name with the phase that Steam shows; without one the name itself. */
export function phasedName(marketHashName: string, details: ItemDetails | null): string {
  const phase = details?.phase ?? null;
  return phase === null ? marketHashName : phasedTo(marketHashName, phase);
}

/** Steam's own name: without the phase that `phasedName` appended. */
export function plainName(marketHashName: string, details: ItemDetails | null = null): string {
  const phase = details?.phase ?? null;
  return phase === null ? marketHashName : marketHashName.replace(` - ${phase}`, '');
}

/** Details without an inspect link that names the owner: it is wrong after a trade, and a personal detail. */
export function withoutOwner(details: ItemDetails): ItemDetails {
  const certificate = INSPECT_URL.exec(details.inspectUrl ?? '')?.groups?.certificate;
  return certificate === undefined ? { ...details, inspectUrl: null } : details;
}

/** The elements of a list that have this shape. */
function listOf<T>(list: unknown, shape: z.ZodType<T>, most: number): T[] {
  return (Array.isArray(list) ? list : []).slice(0, most).flatMap((each) => shape.safeParse(each).data ?? []);
}

function propertiesOf(raw: unknown): ReadonlyMap<number, Property> {
  const list = typeof raw === 'object' && raw !== null && 'asset_properties' in raw ? raw.asset_properties : raw;
  return new Map(listOf(list, Property, 50).map((property) => [property.propertyid, property]));
}

function floatOf(value: number | string | undefined): number | null {
  const number = typeof value === 'string' && /^[\d.e-]+$/i.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : null;
}

function wholeOf(value: number | string | undefined): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 1e9 ? number : null;
}

function phaseOf(name: string, finish: number | null): Phase | null {
  return name.includes('Doppler') ? (PHASE_OF.get(finish ?? -1) ?? null) : null;
}

/** At a line about stickers whose names cannot be read: there is at least one. */
const UNREADABLE = 'Unknown sticker';
const STICKERS_MAX = 10;

function stickersOf(descriptions: unknown): string[] {
  const lines = listOf(descriptions, Line, 50).filter(
    ({ value, name }) =>
      /^(?:sticker|keychain|patch)_info$/.test(name ?? '') || /id="(?:sticker|keychain|patch)_info"/.test(value),
  );
  return lines.flatMap(({ value }) => titlesOf(value)).slice(0, STICKERS_MAX);
}

function titlesOf(html: string): string[] {
  if (html.trim() === '') return [];
  const titles = [...html.matchAll(/title="(Sticker|Charm|Patch): ([^"<>]{1,100})"/g)];
  return titles.length === 0
    ? [UNREADABLE]
    : titles.map(([, kind = '', name = '']) => (kind === 'Sticker' ? unescape(name) : `${kind}: ${unescape(name)}`));
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#039;': "'" };
const unescape = (text: string): string => text.replace(/&(?:amp|quot|#0?39);/g, (entity) => ENTITIES[entity] ?? '');

function inspectUrlOf(raw: RawAsset, properties: ReadonlyMap<number, Property>): string | null {
  const actions = [...listOf(raw.actions, Action, 10), ...listOf(raw.market_actions, Action, 10)];
  for (const { link } of actions) {
    const url = link
      .replaceAll('%owner_steamid%', raw.owner)
      .replaceAll('%assetid%', raw.assetId)
      .replace(/%propid:(\d)%/g, (_, id) => properties.get(Number(id))?.string_value?.toUpperCase() ?? '')
      .replace('preview ', 'preview%20');
    if (INSPECT_URL.test(url)) return url;
  }
  return null;
}

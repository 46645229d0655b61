/**
 * Parses a marketplace item's display parts from its market name, as the product defines them. Called wherever an item is shown or
 * filtered by wear. The wear rule applies only to the wear text: applied to a whole name, words such as "New Roots" or "Minimal" in
 * a skin's own name would change the level.
 */

/** Wear texts, best first. */
export const WEARS = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;

export type Wear = (typeof WEARS)[number];

const wears: ReadonlySet<string> = new Set(WEARS);

/** Narrows a text to a wear; exact spelling only. */
export function isWear(text: string): text is Wear {
  return wears.has(text);
}

/** The app whose names have no pipe: the whole name, minus its wear, is the name. */
const PIPELESS_APP_ID = 440;

/** A name of a Doppler finish with its phase: price lists append it, Steam's own name never has it. */
const PHASED = /^(.*Doppler \([^()]*\)) - (.+)$/;

/** Steam's own name, and the phase that follows it; null without one. */
export function splitPhase(marketName: string): { readonly plain: string; readonly phase: string | null } {
  const match = PHASED.exec(marketName);
  return { plain: match?.[1] ?? marketName, phase: match?.[2] ?? null };
}

/** The parts shown on a tile. `itemName` is empty when the name has no pipe, `itemType` when it has no wear. */
export interface ParsedName {
  readonly name: string;
  readonly itemName: string;
  readonly itemType: Wear | '';
  /** 5 (best, and the default without a wear) down to 1. */
  readonly itemTypeLvl: 1 | 2 | 3 | 4 | 5;
}

/** Later matches override earlier ones: "Well-Worn" matches the first two rows and ends at 2. */
const LEVEL_RULES: readonly (readonly [RegExp, ParsedName['itemTypeLvl']])[] = [
  [/Battle|Scarred|Worn/, 1],
  [/Well|Worn/, 2],
  [/Field|Tested/, 3],
  [/Minimal|Wear/, 4],
  [/Factory|New/, 5],
];

/** The level of a wear text, 1 to 5; 5 for a text that matches nothing. Pass the wear text, never a whole name. */
export function wearLevel(wearText: string): ParsedName['itemTypeLvl'] {
  let level: ParsedName['itemTypeLvl'] = 5;
  for (const [pattern, value] of LEVEL_RULES) if (pattern.test(wearText)) level = value;
  return level;
}

/** Splits off a trailing parenthesis if and only if it holds a wear. */
function splitWear(marketName: string): { readonly rest: string; readonly wear: Wear | '' } {
  const match = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(marketName);
  const text = match?.[2] ?? '';
  return match && isWear(text) ? { rest: match[1] ?? '', wear: text } : { rest: marketName.trim(), wear: '' };
}

/**
 * Parses a market name at the first pipe: the part before it is the name, everything after it (further pipes included) minus the
 * wear is the item's own name. A parenthesis that is not a wear stays in place.
 */
export function parseMarketName(marketName: string, appId: number): ParsedName {
  const { plain, phase } = splitPhase(marketName);
  const { rest, wear } = splitWear(plain);
  const at = appId === PIPELESS_APP_ID ? -1 : rest.indexOf('|');
  const itemName = at === -1 ? '' : rest.slice(at + 1).trim();
  return {
    name: (at === -1 ? rest : rest.slice(0, at)).trim(),
    itemName: phase === null ? itemName : `${itemName} ${phase}`,
    itemType: wear,
    itemTypeLvl: wearLevel(wear),
  };
}

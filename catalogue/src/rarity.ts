/**
 * Rarity tiers of the three games: the name a player knows, our colour and the number of pips. Called by the item generator and by
 * screens that draw a legend. The colours are the official ones, lifted where needed so that each has at least 3:1 on the raised
 * surface (#1b1f26). Several purples look alike to colour-blind players, so pips and tier name always accompany the colour.
 */

/** One tier. `pips` counts up from 1 within a game; `color` is #rrggbb, at least 3:1 on #1b1f26. */
export interface Rarity {
  readonly name: string;
  readonly color: string;
  readonly pips: number;
}

const tier = (pips: number, color: string, ...names: readonly string[]): readonly Rarity[] =>
  names.map((name) => ({ name, color, pips }));

/** Counter-Strike 2: weapons, cases, stickers and agents share one seven-step ladder. */
export const CS2_RARITIES: readonly Rarity[] = [
  ...tier(1, '#b0c3d9', 'Consumer Grade', 'Base Grade'),
  ...tier(2, '#7fb4e8', 'Industrial Grade'),
  ...tier(3, '#6b8cff', 'Mil-Spec Grade', 'High Grade', 'Distinguished Agent'),
  ...tier(4, '#a07bff', 'Restricted', 'Remarkable', 'Exceptional Agent'),
  ...tier(5, '#e667f0', 'Classified', 'Exotic', 'Superior Agent'),
  ...tier(6, '#ff6b6b', 'Covert', 'Extraordinary Sticker', 'Master Agent'),
  ...tier(7, '#ffcf4d', 'Rare Special', 'Extraordinary', 'Contraband'),
];

/** Dota 2. */
export const DOTA2_RARITIES: readonly Rarity[] = [
  ...tier(1, '#b0c3d9', 'Common'),
  ...tier(2, '#7fb4e8', 'Uncommon'),
  ...tier(3, '#6b8cff', 'Rare'),
  ...tier(4, '#a07bff', 'Mythical'),
  ...tier(5, '#e667f0', 'Legendary'),
  ...tier(6, '#ff6b6b', 'Ancient'),
  ...tier(7, '#e4ae39', 'Immortal'),
  ...tier(8, '#ade55c', 'Arcana'),
];

/** Rust has no rarity, so a tier follows from the price: below each bound, in cents; the last is open. */
export const RUST_TIERS: readonly (Rarity & { readonly belowCents: number })[] = [
  { name: 'Price tier 1', color: '#9aa7b4', pips: 1, belowCents: 200 },
  { name: 'Price tier 2', color: '#6fb1a0', pips: 2, belowCents: 400 },
  { name: 'Price tier 3', color: '#5a9fd4', pips: 3, belowCents: 800 },
  { name: 'Price tier 4', color: '#c58af9', pips: 4, belowCents: 2000 },
  { name: 'Price tier 5', color: '#f7941d', pips: 5, belowCents: 8000 },
  { name: 'Price tier 6', color: '#e5484d', pips: 6, belowCents: Number.POSITIVE_INFINITY },
];

/** The Rust tier of a price in cents. */
export function rustTier(priceCents: number): Rarity {
  const found = RUST_TIERS.find((candidate) => priceCents < candidate.belowCents);
  if (!found) throw new RangeError(`no tier for ${priceCents}`);
  return found;
}

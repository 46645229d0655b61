/**
 * Whether the price of an item type is trusted: the same answer for the market, the Steam inventory, stakes and
 * deposits.
 */

/**
 * Why an item is not sold, accepted or staked: no price of the last day; a jump that time has not confirmed; too few
 * offers for a meaningful price; sources that contradict each other; too few sources that know it. Its owner can always
 * withdraw it.
 */
export const PRICE_DOUBTS = ['STALE', 'JUMP', 'THIN', 'APART', 'MISSING'] as const;
export type PriceDoubt = (typeof PRICE_DOUBTS)[number];

/** The same as sentences. */
export const PRICE_DOUBT_TEXTS: Readonly<Record<PriceDoubt, string>> = {
  STALE: 'No source has confirmed this price for a day.',
  JUMP: 'The price moved by more than 25% at once. It counts when it has stayed there for a day.',
  THIN: 'Fewer than 5 offers stand behind this price.',
  APART: 'Its price sources contradict each other.',
  MISSING: 'Too few sources know a price for this item.',
};

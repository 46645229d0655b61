/** Whether the price of an item type is believed: said alike by the market, the Steam inventory and whoever accepts items. */

/**
 * Why an item is neither sold nor accepted: no figure of the last day; a jump that time has not confirmed; too few offers
 * for a figure to mean anything; sources that contradict each other; fewer than two sources that know it.
 */
export const PRICE_DOUBTS = ['STALE', 'JUMP', 'THIN', 'APART', 'MISSING'] as const;
export type PriceDoubt = (typeof PRICE_DOUBTS)[number];

/** The same as sentences. */
export const PRICE_DOUBT_TEXTS: Readonly<Record<PriceDoubt, string>> = {
  STALE: 'No source has confirmed this price for a day.',
  JUMP: 'The price moved by more than 25 % at once. It is believed when it has stayed there for a day.',
  THIN: 'Fewer than 5 offers stand behind this price.',
  APART: 'The two sources of prices contradict each other.',
  MISSING: 'Fewer than two sources know a price for this item.',
};

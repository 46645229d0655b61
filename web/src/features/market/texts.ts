/** What the market says, apart from the texts of the spec (messages.ts) and refusals (the contract). */
import type { MarketDoubt } from '@fairpot/contract/market';

/** Why an item is not sold, as a sentence. */
export const DOUBTS: Readonly<Record<MarketDoubt, string>> = {
  STALE: 'No source has confirmed this price for a day.',
  JUMP: 'The price moved by more than 25 % at once. It is believed when it has stayed there for a day.',
  THIN: 'Fewer than 5 offers stand behind this price.',
  APART: 'The two sources of prices contradict each other.',
  MISSING: 'Fewer than two sources know a price for this item.',
};

/** The same on a tile. */
export const UNSURE = 'Price unsure';

export const SOURCES = { skinport: 'Skinport', steam: 'Steam market' } as const;

/** What is told where no source is asked. */
export const CATALOGUE_PRICES = 'Demo prices: from the catalogue, for play money.';

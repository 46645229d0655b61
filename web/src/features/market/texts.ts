/** What the market says, apart from the texts of the spec (messages.ts) and refusals (the contract). */

/** Why an item is not sold, on a tile. */
export const UNSURE = 'Price unsure';

export const SOURCES = { skinport: 'Skinport', steam: 'Steam market' } as const;

/** Where the prices come from, where that has to be said. */
export const PRICES_FROM = {
  catalogue: 'Demo prices: from the catalogue, for play money.',
  opening: 'Sources are asked item by item; until two agree, an item keeps its price of the catalogue.',
  sources: '',
} as const;

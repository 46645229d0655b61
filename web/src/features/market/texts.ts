/** What the market says, apart from the texts of the spec (messages.ts) and refusals (the contract). */

/** Why an item is not sold, on a tile. */
export const UNSURE = 'Price unsure';

export const SOURCES = { skinport: 'Skinport', steam: 'Steam market' } as const;

/** What is told where no source is asked. */
export const CATALOGUE_PRICES = 'Demo prices: from the catalogue, for play money.';

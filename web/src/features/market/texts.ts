/** What the market says, apart from the texts of the spec (messages.ts) and refusals (the contract). */

/** Why an item is not sold, on a tile. */
export const UNSURE = 'Price unsure';

export const SOURCES = { skinport: 'Skinport', marketcsgo: 'Market.CSGO', steam: 'Steam market' } as const;

/** How easily an item is sold again, inside a sentence. */
export const LIQUIDITY_WORDS = {
  liquid: 'sells within hours',
  usual: 'sells within days',
  slow: 'sells slowly',
  thin: 'is thinly traded',
} as const;

export const LIQUIDITY_NAMES = {
  liquid: '50 offers and 20 sales a day',
  usual: '20 offers and 5 sales a day',
  slow: '10 offers',
  thin: 'fewer',
} as const;

/** Where the prices come from, where that has to be said. */
export const PRICES_FROM = {
  catalogue: 'Demo prices: from the catalogue, for play money.',
  opening: 'Until two sources agree on an item, its list price applies.',
  sources: '',
} as const;

/** The sources of prices. A cash market's figures set a price; Steam's are in Steam money, which cannot be taken out, and only check it. */

export const PRICE_SOURCES = ['skinport', 'marketcsgo', 'steam'] as const;
export type PriceSourceName = (typeof PRICE_SOURCES)[number];

export const SOURCE_KINDS: Readonly<Record<PriceSourceName, 'cash' | 'check'>> = {
  skinport: 'cash',
  marketcsgo: 'cash',
  steam: 'check',
};

/** How easily an item is sold again, by tier: the less easily, the larger the haircut. */
export const LIQUIDITY = ['liquid', 'usual', 'slow', 'thin'] as const;
export type Liquidity = (typeof LIQUIDITY)[number];

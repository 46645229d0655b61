/**
 * The price sources. Prices of cash markets set a price; Steam's are in Steam money, which cannot be withdrawn, and
 * only check it.
 */

export const PRICE_SOURCES = ['skinport', 'marketcsgo', 'steam'] as const;
export type PriceSourceName = (typeof PRICE_SOURCES)[number];

export const SOURCE_KINDS: Readonly<Record<PriceSourceName, 'cash' | 'check'>> = {
  skinport: 'cash',
  marketcsgo: 'cash',
  steam: 'check',
};

/** How easily an item sells, by tier: the harder, the larger the haircut. */
export const LIQUIDITY = ['liquid', 'usual', 'slow', 'thin'] as const;

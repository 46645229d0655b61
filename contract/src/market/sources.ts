/**
 * The price sources. Prices of cash markets set a price; Steam's are in Steam money, which cannot be withdrawn, and
 * only check it.
 */

export const PRICE_SOURCES = ['skinport', 'skinportsales', 'marketcsgo', 'waxpeer', 'steam'] as const;
export type PriceSourceName = (typeof PRICE_SOURCES)[number];

export const SOURCE_KINDS: Readonly<Record<PriceSourceName, 'cash' | 'check'>> = {
  skinport: 'cash',
  skinportsales: 'cash',
  marketcsgo: 'cash',
  waxpeer: 'cash',
  steam: 'check',
};

/** Lists of the phases of Doppler finishes alone: the others have one price for all phases. */
export const PHASE_SOURCES: readonly PriceSourceName[] = ['skinportsales', 'waxpeer'];

/** How easily an item sells, by tier: the harder, the larger the haircut. */
export const LIQUIDITY = ['liquid', 'usual', 'slow', 'thin'] as const;

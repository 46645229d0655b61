/** Shared by the price lists: each entry is checked on its own, and a name that appears twice is dropped. */
import { z } from 'zod';
import type { PriceQuote } from '../../platform/process/price-port.ts';

export const LIST_TIMEOUT_MS = 20_000;
/** A whole game has about 20,000 items of 500 bytes. */
export const LIST_BYTES = 32 * 1024 * 1024;
/** More expensive than anything ever sold: an error of the source. */
export const MAX_USD = 10_000_000;

const Named = z.object({ market_hash_name: z.string().min(1).max(300) });

/** Reads the quote of an entry; null for a broken one, which does not affect the others. */
export type ReadEntry = (entry: unknown) => Omit<PriceQuote, 'marketHashName'> | null;

export function readQuotes(list: readonly unknown[], read: ReadEntry): PriceQuote[] {
  const byName = new Map<string, PriceQuote | null>();
  for (const entry of list) {
    const named = Named.safeParse(entry);
    if (!named.success) continue;
    const { market_hash_name: marketHashName } = named.data;
    const quote = byName.has(marketHashName) ? null : read(entry);
    byName.set(marketHashName, quote !== null && quote.cents > 0 ? { marketHashName, ...quote } : null);
  }
  return [...byName.values()].filter((quote) => quote !== null);
}

/** Prices of a whole game in one request: Skinport's list of items. It allows eight requests in five minutes. */
import { z } from 'zod';
import { LIST_EVERY_MS, type PriceQuote, type PriceSource } from '../../platform/process/price-port.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';
import { BROTLI, fetchList, LIST_TIMEOUT_MS, MAX_USD, readQuotes, type ReadEntry } from './list-quotes.ts';

/** One entry; other fields are not used. `updated_at` is in seconds. */
const Entry = z.object({
  currency: z.literal('USD'),
  median_price: z.number().positive().max(MAX_USD),
  quantity: z.number().int().min(0),
  updated_at: z.number().int().positive(),
});

export function skinport(base: string, timeoutMs: number = LIST_TIMEOUT_MS): PriceSource {
  return {
    kind: 'list',
    name: 'skinport',
    everyMs: LIST_EVERY_MS,
    async read(appId): Promise<PortOutcome<readonly PriceQuote[]>> {
      const url = `${base}/v1/items?app_id=${appId}&currency=USD&tradable=0`;
      return fetchList({ url, headers: BROTLI, timeoutMs }, (answer) =>
        Array.isArray(answer) ? readQuotes(answer, readEntry) : null,
      );
    },
  };
}

const readEntry: ReadEntry = (entry) => {
  const parsed = Entry.safeParse(entry);
  if (!parsed.success) return null;
  const { median_price, quantity, updated_at } = parsed.data;
  return { cents: Math.round(median_price * 100), quantity, quotedAt: updated_at * 1000 };
};

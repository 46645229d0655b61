/** Prices of a whole game in one request: the lowest offers on market.csgo.com. It has one game only. */
import { z } from 'zod';
import { LIST_EVERY_MS, type PriceQuote, type PriceSource } from '../../platform/process/price-port.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';
import { CS2, fetchList, LIST_TIMEOUT_MS, MAX_USD, readQuotes, type ReadEntry } from './list-quotes.ts';

/** The whole answer; `time` is in seconds and applies to all entries. */
const Answer = z.object({
  success: z.literal(true),
  time: z.number().int().positive(),
  currency: z.literal('USD'),
  items: z.array(z.unknown()),
});

/** Dollars with up to three decimals, and the number of offers, both as text. */
const Entry = z.object({
  price: z.string().regex(/^\d{1,8}(\.\d{1,4})?$/),
  volume: z.string().regex(/^\d{1,9}$/),
});

export function marketCsgo(base: string, timeoutMs: number = LIST_TIMEOUT_MS): PriceSource {
  return {
    kind: 'list',
    name: 'marketcsgo',
    everyMs: LIST_EVERY_MS,
    async read(appId): Promise<PortOutcome<readonly PriceQuote[]>> {
      if (appId !== CS2) return { kind: 'ok', value: [] };
      return fetchList({ url: `${base}/api/v2/prices/USD.json`, timeoutMs }, (answer) => {
        const parsed = Answer.safeParse(answer);
        return parsed.success ? readQuotes(parsed.data.items, entryAt(parsed.data.time * 1000)) : null;
      });
    },
  };
}

/** Rounded down to the cent: the lower figure is what the site pays. */
const entryAt =
  (quotedAt: number): ReadEntry =>
  (entry) => {
    const parsed = Entry.safeParse(entry);
    if (!parsed.success || Number(parsed.data.price) > MAX_USD) return null;
    const [dollars = '', places = ''] = parsed.data.price.split('.');
    return {
      cents: Number(dollars + places.padEnd(2, '0').slice(0, 2)),
      quantity: Number(parsed.data.volume),
      quotedAt,
    };
  };

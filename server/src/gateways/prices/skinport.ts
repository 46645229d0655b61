/** Prices of a whole game in one request: Skinport's list of items. Eight requests in five minutes are allowed. */
import { z } from 'zod';
import type { PriceQuote, PriceSource } from '../../platform/process/price-port.ts';
import type { Outcome } from '../../platform/process/steam-port.ts';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';

const TIMEOUT_MS = 20_000;
/** A whole game is about 20,000 items of 500 bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Dearer than anything that was ever sold: a slip of the source. */
const MOST_USD = 10_000_000;

/** One entry; others of its fields are of no use here. `updated_at` is in seconds. */
const Entry = z.object({
  market_hash_name: z.string().min(1).max(300),
  currency: z.literal('USD'),
  median_price: z.number().positive().max(MOST_USD),
  quantity: z.number().int().min(0),
  updated_at: z.number().int().positive(),
});

export function skinport(base: string, timeoutMs: number = TIMEOUT_MS): PriceSource {
  return {
    kind: 'list',
    name: 'skinport',
    async read(appId): Promise<Outcome<readonly PriceQuote[]>> {
      const answer = await boundedFetch(`${base}/v1/items?app_id=${appId}&currency=USD&tradable=0`, {
        // Without br it answers 406.
        headers: { accept: 'application/json', 'accept-encoding': 'br' },
        timeoutMs,
        maxBytes: MAX_BYTES,
      });
      if (answer.kind === 'failed') return { kind: 'unavailable', why: answer.why };
      if (answer.status !== 200) return { kind: 'unavailable', why: `status ${answer.status}` };
      const list = parseJson(answer.body);
      if (!Array.isArray(list)) return { kind: 'unavailable', why: 'not a list of items' };
      return { kind: 'ok', value: quotesIn(list) };
    },
  };
}

/** Each usable entry by itself: one that is broken says nothing about the others. A name that stands twice is nobody's. */
function quotesIn(list: readonly unknown[]): PriceQuote[] {
  const byName = new Map<string, PriceQuote | null>();
  for (const each of list) {
    const parsed = Entry.safeParse(each);
    const name = nameOf(each);
    if (name === null) continue;
    if (byName.has(name) || !parsed.success) byName.set(name, null);
    else {
      const { median_price, quantity, updated_at } = parsed.data;
      const quote = {
        marketHashName: name,
        cents: Math.round(median_price * 100),
        quantity,
        quotedAt: updated_at * 1000,
      };
      byName.set(name, quote.cents > 0 ? quote : null);
    }
  }
  return [...byName.values()].filter((quote) => quote !== null);
}

function nameOf(entry: unknown): string | null {
  const parsed = z.object({ market_hash_name: z.string() }).safeParse(entry);
  return parsed.success ? parsed.data.market_hash_name : null;
}

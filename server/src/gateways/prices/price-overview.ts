/** The price of one item at a time: the community market's overview. It allows about 20 calls a minute. */
import { z } from 'zod';
import type { PriceQuote, PriceSource } from '../../platform/process/price-port.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 64 * 1024;
/** After a 429, no calls for this long. */
const PAUSE_MS = 60_000;
/** Its own code for US dollars. */
const DOLLARS = 1;

/** Sums are text such as '$1,234.56', formatted for people. */
const Overview = z.object({
  success: z.boolean(),
  lowest_price: z.string().optional(),
  median_price: z.string().optional(),
  volume: z.string().optional(),
});

export function priceOverview(base: string, clock: Clock, timeoutMs: number = TIMEOUT_MS): PriceSource {
  let pausedUntil = 0;
  return {
    kind: 'spot',
    name: 'steam',
    async read(appId, marketHashName): Promise<PortOutcome<PriceQuote>> {
      if (clock.now() < pausedUntil) return { kind: 'unavailable', why: 'rate limited by the source' };
      const query = `appid=${appId}&currency=${DOLLARS}&market_hash_name=${encodeURIComponent(marketHashName)}`;
      const answer = await boundedFetch(`${base}/market/priceoverview/?${query}`, {
        headers: { accept: 'application/json' },
        timeoutMs,
        maxBytes: MAX_BYTES,
      });
      if (answer.kind === 'failed') return { kind: 'unavailable', why: answer.why };
      if (answer.status === 429) pausedUntil = clock.now() + PAUSE_MS;
      // It reports an unknown item with a server error and a body.
      const parsed = Overview.safeParse(parseJson(answer.body));
      if (parsed.success && !parsed.data.success) return { kind: 'refused', why: 'no such item' };
      if (answer.status !== 200 || !parsed.success) return { kind: 'unavailable', why: `status ${answer.status}` };
      const { median_price: median, lowest_price: lowest, volume = '0' } = parsed.data;
      const price = centsOf(median ?? lowest ?? '');
      const quantity = countOf(volume);
      if (price === null || quantity === null) return { kind: 'refused', why: 'no price in dollars' };
      return { kind: 'ok', value: { marketHashName, cents: price, quantity, quotedAt: clock.now() } };
    },
  };
}

/** The cents of '$1,234.56'; null for another currency or format. */
function centsOf(text: string): number | null {
  const [, dollars = '', rest = ''] = /^\$(\d{1,3}(?:,\d{3}){0,3}|\d{1,9})\.(\d{2})(?: USD)?$/.exec(text) ?? [];
  const found = Number(dollars.replaceAll(',', '') + rest);
  return dollars === '' || found === 0 ? null : found;
}

function countOf(text: string): number | null {
  return /^\d{1,3}(,\d{3}){0,3}$|^\d{1,9}$/.test(text) ? Number(text.replaceAll(',', '')) : null;
}

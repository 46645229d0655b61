/**
 * Coin prices from two sources in their own formats: CoinGecko's simple price and Kraken's ticker. A figure that is not a positive
 * number, or whose coin is missing, is dropped; any other problem makes the whole answer unavailable.
 */
import { z } from 'zod';
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { RateQuote, RateSource } from '../../platform/process/crypto-port.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 64 * 1024;
const MICRO = 1_000_000;

const GECKO_IDS: Readonly<Record<string, Coin>> = { tron: 'TRX', tether: 'USDT', bitcoin: 'BTC', ethereum: 'ETH' };
/** Kraken answers with its own pair names, the old coins with X and Z. */
const KRAKEN_PAIRS: Readonly<Record<string, Coin>> = {
  TRXUSD: 'TRX',
  USDTZUSD: 'USDT',
  XXBTZUSD: 'BTC',
  XETHZUSD: 'ETH',
};
const KRAKEN_ASKED = 'TRXUSD,USDTUSD,XBTUSD,ETHUSD';

const Gecko = z.record(z.string(), z.object({ usd: z.unknown(), last_updated_at: z.unknown() }));
const Kraken = z.object({
  error: z.array(z.string()).max(0),
  result: z.record(z.string(), z.object({ c: z.array(z.unknown()) })),
});

export function coingecko(base: string, timeoutMs = TIMEOUT_MS): RateSource {
  const query = `ids=${Object.keys(GECKO_IDS).join(',')}&vs_currencies=usd&include_last_updated_at=true`;
  return {
    name: 'coingecko',
    async read() {
      const answer = await fetchJson(`${base}/api/v3/simple/price?${query}`, Gecko, timeoutMs);
      if (answer.kind !== 'ok') return answer;
      return {
        kind: 'ok',
        value: Object.entries(GECKO_IDS).flatMap(([id, coin]) => {
          const { usd, last_updated_at: seconds } = answer.value[id] ?? {};
          if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds)) return [];
          return quote(coin, typeof usd === 'number' ? usd : NaN, seconds * 1_000);
        }),
      };
    },
  };
}

export function kraken(base: string, clock: Pick<Clock, 'now'>, timeoutMs = TIMEOUT_MS): RateSource {
  return {
    name: 'kraken',
    async read() {
      const answer = await fetchJson(`${base}/0/public/Ticker?pair=${KRAKEN_ASKED}`, Kraken, timeoutMs);
      if (answer.kind !== 'ok') return answer;
      // The price of the last trade, as text; the ticker is current and has no time.
      return {
        kind: 'ok',
        value: Object.entries(KRAKEN_PAIRS).flatMap(([pair, coin]) => {
          const last = answer.value.result[pair]?.c[0];
          const readable = typeof last === 'string' && /^\d{1,9}(\.\d{1,12})?$/.test(last);
          return quote(coin, readable ? Number(last) : NaN, clock.now());
        }),
      };
    },
  };
}

function quote(coin: Coin, usd: number, quotedAt: number): RateQuote[] {
  const micro = Math.round(usd * MICRO);
  return Number.isSafeInteger(micro) && micro > 0 ? [{ coin, micro, quotedAt }] : [];
}

async function fetchJson<T>(url: string, shape: z.ZodType<T>, timeoutMs: number): Promise<PortOutcome<T>> {
  const headers = { accept: 'application/json' };
  const answer = await boundedFetch(url, { headers, timeoutMs, maxBytes: MAX_BYTES });
  if (answer.kind === 'failed') return { kind: 'unavailable', why: answer.why };
  if (answer.status !== 200) return { kind: 'unavailable', why: `status ${answer.status}` };
  const parsed = shape.safeParse(parseJson(answer.body));
  return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unavailable', why: 'unexpected shape' };
}

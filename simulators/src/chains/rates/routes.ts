/**
 * Two rate sources in their own shapes: CoinGecko's `simple/price` (numbers, seconds of the last update) and Kraken's public ticker (text, its own
 * pair names). Both follow one course that moves with the clock, and differ by some tenths of a percent.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BaseClock } from '../../kit/clock.ts';
import type { FaultBoard } from '../../kit/faults.ts';
import { hang, queryText, singleValues } from '../../kit/service.ts';

export interface RateDeps {
  readonly clock: BaseClock;
  readonly faults: FaultBoard;
}

interface Coin {
  readonly id: string;
  /** Kraken's pair name in an answer, and the one in a request. */
  readonly pair: string;
  readonly asked: string;
  readonly usd: number;
  /** Amplitude of the swing, as a part of the rate. */
  readonly swing: number;
}

const COINS: readonly Coin[] = [
  { id: 'tron', pair: 'TRXUSD', asked: 'TRXUSD', usd: 0.27, swing: 0.01 },
  { id: 'tether', pair: 'USDTZUSD', asked: 'USDTUSD', usd: 1, swing: 0.0005 },
  { id: 'bitcoin', pair: 'XXBTZUSD', asked: 'XBTUSD', usd: 67_187.33, swing: 0.01 },
  { id: 'ethereum', pair: 'XETHZUSD', asked: 'ETHUSD', usd: 3_500, swing: 0.01 },
];
const HALF_DAY_MS = 12 * 60 * 60 * 1_000;
/** The first source refreshes its figures this often. */
const REFRESH_MS = 60_000;

export function rateRoutes(app: FastifyInstance, deps: RateDeps): void {
  app.get('/api/v3/simple/price', async (request, reply) => {
    const { faults } = deps;
    const failed = outage(faults, 'coingecko', reply);
    if (failed !== null) return failed;
    const query = singleValues(queryText(request));
    const ids = query?.get('ids')?.split(',') ?? [];
    if (query?.get('vs_currencies') !== 'usd')
      return reply.code(422).send({ error: 'Missing parameter vs_currencies' });
    const now = deps.clock.now() - (deps.clock.now() % REFRESH_MS);
    const late = faults.take('coingecko', 'stale')?.minutes ?? 0;
    const missing = faults.take('coingecko', 'missing') !== null;
    const change = figureFault(faults, 'coingecko');
    const found = COINS.filter(({ id }) => ids.includes(id) && !(missing && id === 'bitcoin'));
    const stamp = query.get('include_last_updated_at') === 'true';
    const rows = found.map((coin) => [
      coin.id,
      {
        usd: change(round(usdAt(coin, now))),
        ...(stamp && { last_updated_at: Math.floor(now / 1_000) - late * 60 }),
      },
    ]);
    return reply.send(Object.fromEntries(rows));
  });
  app.get('/0/public/Ticker', async (request, reply) => {
    const { faults, clock } = deps;
    const failed = outage(faults, 'kraken', reply);
    if (failed !== null) return failed;
    const asked = singleValues(queryText(request))?.get('pair')?.split(',') ?? [];
    const found = COINS.filter((coin) => asked.includes(coin.asked) || asked.includes(coin.pair));
    if (found.length < asked.length) return reply.send({ error: ['EQuery:Unknown asset pair'] });
    const change = figureFault(faults, 'kraken');
    const missing = faults.take('kraken', 'missing') !== null;
    const rows = found
      .filter(({ id }) => !(missing && id === 'bitcoin'))
      .map((coin) => [coin.pair, ticker(change(round(usdAt(coin, clock.now()) * 1.002)))] as const);
    return reply.send({ error: [], result: Object.fromEntries(rows) });
  });
}

/** A coin's rate at this moment: a slow swing around its middle. */
function usdAt(coin: Coin, atMs: number): number {
  return coin.usd * (1 + coin.swing * Math.sin((2 * Math.PI * atMs) / HALF_DAY_MS));
}

function round(usd: number): number {
  return Number(usd.toPrecision(8));
}

function ticker(last: unknown) {
  const text = typeof last === 'number' ? last.toFixed(8) : last;
  const volume = ['1.0', '24.0'];
  return {
    a: [text, '1', '1.000'],
    b: [text, '1', '1.000'],
    c: [text, '0.01'],
    v: volume,
    p: [text, text],
    t: [7, 99],
    o: text,
  };
}

function figureFault(faults: FaultBoard, source: 'coingecko' | 'kraken'): (usd: number) => unknown {
  const spike = faults.take(source, 'spike');
  if (spike !== null) return (usd) => usd * spike.factor;
  if (faults.take(source, 'zero') !== null) return () => 0;
  if (faults.take(source, 'negative') !== null) return (usd) => -usd;
  if (faults.take(source, 'text') !== null) return () => 'a lot';
  return (usd) => usd;
}

function outage(faults: FaultBoard, source: 'coingecko' | 'kraken', reply: FastifyReply): FastifyReply | null {
  if (faults.take(source, 'hang') !== null) return hang(reply);
  if (faults.take(source, '503') !== null) return reply.code(503).send({ error: ['EService:Unavailable'] });
  if (faults.take(source, '429') === null) return null;
  const body = { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } };
  return reply.code(429).send(body);
}

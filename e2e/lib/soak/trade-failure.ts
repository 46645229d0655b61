/**
 * Which failures strike which wave of the soak of trades: every way in which the simulated Steam can fail a call of the site or its worker, and
 * kill -9 of server, worker and database. Drawn from the seed before the first wave.
 */
import type { SimulatedFault } from './fast-site.ts';

export interface TradeFailure {
  /** kill -9 at this real moment of the wave, in ms after its beginning. */
  readonly kill: { readonly what: 'server' | 'worker' | 'database'; readonly afterMs: number } | null;
  readonly faults: readonly SimulatedFault[];
  /** The worker's sessions at Steam end. */
  readonly sessionsEnd: boolean;
}

/** The worker's calls to the trade service. */
const CALLS = [
  ...['login', 'send', 'cancel', 'decline', 'confirmations', 'confirm', 'acknowledge'],
  ...['offers', 'offer', 'trade-status', 'hold', 'time', 'partner'],
];
const HOW = [
  ...['400', '401', '403', '429', '503', 'hang', 'drop-before', 'drop-after', 'html', 'empty', 'eresult'],
  'slow',
];
/** Faults that end the sending of an offer, and faults that leave its outcome unknown. */
const RESULTS = [2, 8, 11, 15, 16, 20, 25, 26, 28, 50];
/**
 * Statuses that are undecided or unknown to us. Not 4, 11 and 12: they say that a trade is undone, and the site rightly acts on them; Steam does not
 * report them for a trade that is still valid.
 */
const STATUSES = [0, 1, 2, 5, 6, 7, 8, 9, 10, 77];

const of = (fault: string, params?: Readonly<Record<string, number>>): SimulatedFault => ({
  service: 'steam',
  fault,
  ...(params && { params }),
});

/** Every fault that can strike, with its parameters. */
export const TRADE_FAULTS: readonly SimulatedFault[] = [
  ...CALLS.flatMap((call) => HOW.map((how) => of(`${call}-${how}`, how === 'slow' ? { ms: 300 } : undefined))),
  ...CALLS.map((call) => of(`${call}-error`, { eresult: 16, after: 1 })),
  ...CALLS.map((call) => of(`${call}-error`, { eresult: 2, after: 0 })),
  ...RESULTS.flatMap((eresult) =>
    [0, ...(eresult === 16 || eresult === 11 ? [1] : [])].map((after) => of('send-error', { eresult, after })),
  ),
  ...STATUSES.map((status) => of('trade-status-code', { status })),
  ...['send-trade-ban', 'send-cannot-trade', 'send-new-device', 'send-limit'].map((fault) => of(fault)),
  ...['offers-glitched', 'offers-no-partner'].map((fault) => of(fault)),
  of('offers-backdated', { seconds: 1_200 }),
  of('offers-small-pages', { size: 1 }),
  of('hold-all', { days: 3 }),
  ...['inventory-400', 'inventory-403', 'inventory-429', 'inventory-500'].map((fault) => of(fault)),
  ...['summaries-503', 'summaries-hang'].map((fault) => of(fault)),
];

const MAX_TIMES = 6;
/** Out of a hundred waves. */
const WITH_FAULTS = 75;
const SESSIONS_END = 8;

/**
 * As many plans as waves. Every fault is dealt before one repeats, so that a long run meets all of them. `kills` of server and worker each, and half
 * as many of the database, fall into the first `planned` waves.
 */
export function tradeFailures(
  waves: number,
  next: () => number,
  kills: number,
  planned: number,
): readonly TradeFailure[] {
  const waiting = Array.from({ length: planned }, (_, i) => i);
  const take = (count: number) =>
    new Set(Array.from({ length: count }, () => waiting.splice(Math.floor(next() * waiting.length), 1)[0] ?? -1));
  const [servers, workers, databases] = [take(kills), take(kills), take(Math.ceil(kills / 2))];
  let deck: SimulatedFault[] = [];
  const deal = () => {
    if (deck.length === 0) deck = [...TRADE_FAULTS];
    const [fault = of('send-503')] = deck.splice(Math.floor(next() * deck.length), 1);
    return { ...fault, times: 1 + Math.floor(next() * MAX_TIMES) };
  };
  return Array.from({ length: waves }, (_, wave) => {
    const what = servers.has(wave) ? 'server' : workers.has(wave) ? 'worker' : databases.has(wave) ? 'database' : null;
    const many = next() * 100 < WITH_FAULTS ? 1 + Math.floor(next() * 3) : 0;
    return {
      kill: what === null ? null : { what, afterMs: Math.floor(next() * 2_000) },
      faults: Array.from({ length: many }, deal),
      sessionsEnd: next() * 100 < SESSIONS_END,
    };
  });
}

/** In words, for the report of a run. */
export function describeTradeFailures(plans: readonly TradeFailure[]): string {
  const count = (what: (plan: TradeFailure) => boolean) => plans.filter(what).length;
  const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ fault }) => fault)));
  const dealt = plans.reduce((sum, { faults }) => sum + faults.length, 0);
  const killed = (what: string) => `${what} killed ${count(({ kill }) => kill?.what === what)}`;
  return [
    ...['server', 'worker', 'database'].map(killed),
    `${dealt} faults of ${kinds.size} kinds`,
    `sessions ended ${count(({ sessionsEnd }) => sessionsEnd)}`,
  ].join(', ');
}

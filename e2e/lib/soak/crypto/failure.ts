/**
 * Which failures strike which wave of the soak of crypto: every fault of the simulated chains and rate sources, re-orgs, and kill -9 of server,
 * watcher, signer and database. Drawn from the seed before the first wave.
 */
import { FAULTS } from '../../../../simulators/src/kit/faults.ts';
import type { SimulatedFault } from '../fast-site.ts';

const KILLED = ['server', 'signer', 'watcher', 'database'] as const;

export interface CryptoFailure {
  /** kill -9 at this real moment of the wave, in ms after its beginning. */
  readonly kill: { readonly what: (typeof KILLED)[number]; readonly afterMs: number } | null;
  readonly faults: readonly SimulatedFault[];
  readonly reorg: boolean;
}

const SERVICES = ['tron', 'bitcoin', 'ethereum', 'coingecko', 'kraken'] as const;
const AT_ONCE = 3;
const MAX_TIMES = 5;
/** Hanging calls cost real time. */
const TIMES_OF_SILENCE = 1;
/** Out of ten waves. */
const WITH_REORG = 4;

/**
 * As many plans as waves. Every fault is dealt before one repeats, so that a long run meets all of them; a kill in each of the first `kills`, in
 * turn.
 */
export function cryptoFailures(waves: number, next: () => number, kills: number): readonly CryptoFailure[] {
  let deck: SimulatedFault[] = [];
  const deal = (): SimulatedFault => {
    if (deck.length === 0)
      deck = SERVICES.flatMap((service) => Object.keys(FAULTS[service]).map((fault) => ({ service, fault })));
    const [fault = { service: 'tron', fault: '503' } as const] = deck.splice(Math.floor(next() * deck.length), 1);
    return { ...fault, times: fault.fault === 'hang' ? TIMES_OF_SILENCE : 1 + Math.floor(next() * MAX_TIMES) };
  };
  return Array.from({ length: waves }, (_, wave) => {
    const what = wave < kills ? KILLED[wave % KILLED.length] : undefined;
    return {
      kill: what === undefined ? null : { what, afterMs: Math.floor(next() * 1_000) },
      faults: Array.from({ length: AT_ONCE }, deal),
      reorg: next() * 10 < WITH_REORG,
    };
  });
}

/** In words, for the report of a run. */
export function describeCryptoFailures(plans: readonly CryptoFailure[]): string {
  const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ service, fault }) => `${service} ${fault}`)));
  return [
    ...KILLED.map((what) => `${what} killed ${plans.filter(({ kill }) => kill?.what === what).length}`),
    `${plans.reduce((sum, { faults }) => sum + faults.length, 0)} faults of ${kinds.size} kinds`,
    `re-orgs ${plans.filter(({ reorg }) => reorg).length}`,
  ].join(', ');
}

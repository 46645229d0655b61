/**
 * Checks this node's clock against the beacon (protocol fp/2, section 3): a round of the beacon cannot be published before its time. Used wherever a
 * round is locked, and reported by /api/ready.
 */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';

/** How far the newest round may be from the one that the clock expects. */
const SLACK_ROUNDS = 1;

/**
 * How far this clock is ahead of the beacon at `now`, in ms; negative: behind. In steps of the beacon's period (3 s), because rounds measure time no
 * finer. One step ahead may just be the newest round's travel time.
 */
export function clockOffset(newest: number, now: number, chain: DrandChain): number {
  const since = now - chain.genesisMs;
  const expected = since < 0 ? 0 : Math.floor(since / chain.periodMs) + 1;
  return (expected - newest) * chain.periodMs;
}

/**
 * Why this clock is not trusted at `now`; null if it is. `newest` is the beacon's newest round, or null without a beacon: then nothing confirms this
 * clock.
 */
export function clockTrouble(newest: number | null, now: number, chain: DrandChain): string | null {
  if (newest === null) return 'the beacon does not answer';
  const offset = clockOffset(newest, now, chain);
  if (Math.abs(offset) <= SLACK_ROUNDS * chain.periodMs) return null;
  return `this clock is about ${Math.abs(offset) / 1000} s ${offset < 0 ? 'behind' : 'ahead of'} the beacon`;
}

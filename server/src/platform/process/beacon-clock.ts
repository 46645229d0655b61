/**
 * What the beacon says about this node's clock (protocol fp/2, section 3): its newest round cannot be told before its time.
 * Asked by whoever locks a round, and told by /api/ready.
 */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';

/** How far the newest round may be from the one that the clock expects. */
const SLACK_ROUNDS = 1;

/**
 * How far this clock is ahead of the beacon at `now`, in ms; negative: behind. In steps of the beacon's period (3 s), as its newest
 * round says the time no finer; one step ahead may be the time that the newest round takes to get here.
 */
export function clockOffset(newest: number, now: number, chain: DrandChain): number {
  const since = now - chain.genesisMs;
  const expected = since < 0 ? 0 : Math.floor(since / chain.periodMs) + 1;
  return (expected - newest) * chain.periodMs;
}

/**
 * Why this clock cannot be believed at `now`; null when it can. `newest` is the beacon's newest round, null when it is not
 * heard: without it nobody but this clock says what time it is.
 */
export function clockTrouble(newest: number | null, now: number, chain: DrandChain): string | null {
  if (newest === null) return 'the beacon is not heard';
  const offset = clockOffset(newest, now, chain);
  if (Math.abs(offset) <= SLACK_ROUNDS * chain.periodMs) return null;
  return `this clock is about ${Math.abs(offset) / 1000} s ${offset < 0 ? 'behind' : 'ahead of'} the beacon`;
}

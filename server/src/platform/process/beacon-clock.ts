/**
 * What the beacon says about this node's clock (protocol fp/2, section 3): its newest round cannot be told before its time.
 * Asked by whoever locks a round, and told by /api/ready.
 */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';

/** How far the newest round may be from the one that the clock expects. */
const SLACK_ROUNDS = 1;

/**
 * Why this clock cannot be believed at `now`; null when it can. `newest` is the beacon's newest round, null when it is not
 * heard: without it nobody but this clock says what time it is.
 */
export function clockTrouble(newest: number | null, now: number, chain: DrandChain): string | null {
  if (newest === null) return 'the beacon is not heard';
  const since = now - chain.genesisMs;
  const expected = since < 0 ? 0 : Math.floor(since / chain.periodMs) + 1;
  if (Math.abs(newest - expected) <= SLACK_ROUNDS) return null;
  const seconds = Math.abs(((expected - newest) * chain.periodMs) / 1000);
  return `this clock is about ${seconds} s ${newest > expected ? 'behind' : 'ahead of'} the beacon`;
}

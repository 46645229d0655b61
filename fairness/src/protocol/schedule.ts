/**
 * The beacon that a round waits for: determined by a formula from the time of the lock, never chosen.
 *
 * The round kit calls it at the lock; the verifier recomputes it. One formula and one beacon for every game. All times
 * are epoch milliseconds, all arithmetic is on integers. Source of the formula: protocol fp/2, section 1.
 */
import { gameOf } from '../games/index.ts';
import type { KnownGame } from '../games/index.ts';

/** The public EOS chain (called Vaulta since 2025), by its id; a lock names the chain that its block is of. */
export const EOS_MAINNET = 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906';

/** When the rounds of a drand chain happen: round 1 at `genesisMs`, then one per `periodMs`. */
export type BeaconTiming = { readonly genesisMs: number; readonly periodMs: number };

/** The first drand round at or after `at`: `ceil((at - genesis) / period) + 1`. Throws before genesis. */
export function drandRoundAt(at: number, timing: BeaconTiming): number {
  const { genesisMs, periodMs } = timing;
  if (![at, genesisMs, periodMs].every(Number.isSafeInteger) || periodMs < 1)
    throw new Error('times are integers of milliseconds');
  const since = at - genesisMs;
  if (since < 0) throw new Error(`the beacon had not begun at ${at}: its genesis is ${genesisMs}`);
  const over = since % periodMs;
  return (since - over) / periodMs + (over > 0 ? 1 : 0) + 1;
}

/** When `round` of the chain is due, in epoch ms. */
export function drandRoundTime(round: number, timing: BeaconTiming): number {
  return timing.genesisMs + (round - 1) * timing.periodMs;
}

/**
 * The drand round that a lock record names: `ceil((lockedAt + delay - genesis) / period) + 1`, with the game's delay.
 */
export function drandRoundFor({
  lockedAt,
  game,
  ...timing
}: { readonly lockedAt: number; readonly game: KnownGame } & BeaconTiming): number {
  return drandRoundAt(lockedAt + gameOf(game).delayMs, timing);
}

/**
 * Which beacon a round waits for: named by a formula from the time of the lock, never chosen.
 *
 * The round kit calls it at the lock and at the reveal; the verifier recomputes it. All times are epoch milliseconds,
 * all arithmetic is on integers. Source of the formulas: protocol fp/1, section 1.
 */
import type { Game } from './commitment.ts';

/** How far after the lock the drand round lies at least, in ms. A coinflip's is later: its countdown runs 20 s. */
export const DRAND_DELAY_MS: Readonly<Record<Game, number>> = { coinflip: 15_000, jackpot: 6_000, casebattle: 6_000 };
/** The public EOS chain (called Vaulta since 2025), by its id; a lock names the chain that its block is of. */
export const EOS_MAINNET = 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906';
/** Time between two blocks. */
export const EOS_BLOCK_MS = 500;
/** How many blocks after the head at the lock the fair block of a battle lies. */
export const FAIR_BLOCK_AHEAD = 6;
/** How far after the fair block's time the drand round of a battle lies at least, in ms. */
export const FAIR_BLOCK_DELAY_MS = 9_000;

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
 * The drand round of a game locked at `lockedAt`. Without `fairBlockTime` it is the round that the lock record names.
 * With it (battles, once the fair block exists) it is the round that counts: the later of the named one and the first
 * at or after the block's time + 9 s, so that no block producer can know it while the block can still be changed.
 */
export function drandRoundFor(
  lock: { readonly lockedAt: number; readonly game: Game; readonly fairBlockTime?: number | undefined } & BeaconTiming,
): number {
  const named = drandRoundAt(lock.lockedAt + DRAND_DELAY_MS[lock.game], lock);
  if (lock.fairBlockTime === undefined) return named;
  if (lock.game !== 'casebattle') throw new Error(`a ${lock.game} has no fair block`);
  return Math.max(named, drandRoundAt(lock.fairBlockTime + FAIR_BLOCK_DELAY_MS, lock));
}

/** The EOS block that a battle waits for: six after the head block at the lock. */
export function fairBlockFor(head: number): number {
  if (!Number.isSafeInteger(head) || head < 0) throw new Error(`not a block number: ${head}`);
  return head + FAIR_BLOCK_AHEAD;
}

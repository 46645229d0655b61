/**
 * Who gets what: from lock and outcome to fee and shares.
 *
 * The settlement pays exactly this, the verifier recomputes it. Invariant: shares + fee = pot, to the cent; the fee
 * never takes an item of the winner's own stake.
 */
import { modeOf } from './casebattle-modes/modes.ts';
import { feeCents, pickFeeItems } from './fee.ts';
import { sumOf } from '../protocol/lock.ts';
import type { CasebattleLock, CoinflipLock, JackpotLock, Lock } from '../protocol/lock.ts';
import type { CasebattleOutcome } from './casebattle.ts';
import type { Outcome } from './outcome.ts';

/** An item in the pot; `entry` is the index of its stake in the lock's entries. */
export type PotItem = { readonly id: string; readonly entry: number; readonly cents: number };
/** What one player gets, in cents (for a game of items: the value of the items that are left). */
export type Share = { readonly player: string; readonly cents: number };
/** All in cents. `items` and `feeItems` (ids) are empty for battles: they are paid in balance. */
export type Payouts = {
  readonly potCents: number;
  readonly feeCents: number;
  readonly items: readonly PotItem[];
  readonly feeItems: readonly string[];
  readonly shares: readonly Share[];
};

/** The payouts of a round. `items`: every item of the pot, in order of entry; none for a battle. Throws if they do not add up to the stakes. */
export function payoutsOf(lock: Lock, outcome: Outcome, items: readonly PotItem[]): Payouts {
  if (lock.game === 'casebattle') {
    if (items.length > 0) throw new Error('a battle holds no items');
    if (!('teamCents' in outcome)) throw new Error('not the outcome of a battle');
    return battlePayouts(lock, outcome);
  }
  return itemPayouts(lock, winnerOf(lock, outcome), items);
}

/** The player who wins a coinflip or jackpot. */
export function winnerOf(lock: CoinflipLock | JackpotLock, outcome: Outcome): string {
  const winner = winningEntry(lock, outcome);
  if (winner === undefined) throw new Error(`not an outcome of this ${lock.game}`);
  return winner.player;
}

function winningEntry(lock: CoinflipLock | JackpotLock, outcome: Outcome): { readonly player: string } | undefined {
  if (lock.game === 'jackpot') return 'winnerEntry' in outcome ? lock.entries[outcome.winnerEntry] : undefined;
  return 'winnerSide' in outcome ? lock.entries.find((entry) => entry.side === outcome.winnerSide) : undefined;
}

function itemPayouts(lock: CoinflipLock | JackpotLock, winner: string, items: readonly PotItem[]): Payouts {
  if (new Set(items.map((item) => item.id)).size !== items.length) throw new Error('an item stands twice in the pot');
  for (const [index, entry] of lock.entries.entries()) {
    const staked = sumOf(items.filter((item) => item.entry === index).map((item) => item.cents));
    if (staked !== entry.cents)
      throw new Error(`items of entry ${index} are worth ${staked}, its stake is ${entry.cents}`);
  }
  const stray = items.find((item) => lock.entries[item.entry] === undefined);
  if (stray !== undefined) throw new Error(`item ${stray.id} belongs to no entry`);
  const potCents = sumOf(items.map((item) => item.cents));
  const fee = pickFeeItems(
    items.filter((item) => lock.entries[item.entry]?.player !== winner),
    feeCents(potCents, lock.feeBps),
  );
  return {
    potCents,
    feeCents: fee.cents,
    items,
    feeItems: fee.ids,
    shares: [{ player: winner, cents: potCents - fee.cents }],
  };
}

/** All drops go to the seats that the mode pays, split evenly; cents that do not divide go to the first of them, one each. */
function battlePayouts(lock: CasebattleLock, outcome: CasebattleOutcome): Payouts {
  const potCents = sumOf(outcome.teamCents);
  const fee = feeCents(potCents, lock.feeBps);
  const seats = modeOf(lock).paid(lock, outcome.winnerTeam);
  if (seats.length === 0) throw new Error(`team ${outcome.winnerTeam} has no seat`);
  const rest = (potCents - fee) % seats.length;
  const even = (potCents - fee - rest) / seats.length;
  const shares = seats.map((entry, i) => ({ player: entry.player, cents: even + (i < rest ? 1 : 0) }));
  return { potCents, feeCents: fee, items: [], feeItems: [], shares };
}

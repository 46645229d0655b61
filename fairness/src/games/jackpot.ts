/**
 * Outcome of a jackpot. Called through outcome.ts.
 *
 * Invariant: entry i owns the half-open ticket range that starts where entry i - 1 ends; one cent is one ticket.
 */
import { sumOf } from '../protocol/lock.ts';
import type { JackpotLock } from '../protocol/lock.ts';
import type { Sampler } from '../protocol/uniform.ts';

/** `winnerEntry` is the index in the lock's entries, `winner` the player of that entry. */
export type JackpotOutcome = {
  readonly ticket: number;
  readonly total: number;
  readonly winnerEntry: number;
  readonly winner: string;
};

/** Draws one ticket of the pot, label `jackpot|ticket`. */
export function jackpotOutcome(lock: JackpotLock, sample: Sampler): JackpotOutcome {
  const total = sumOf(lock.entries.map((entry) => entry.cents));
  const ticket = sample(total, 'jackpot|ticket');
  let end = 0;
  for (const [winnerEntry, entry] of lock.entries.entries()) {
    end += entry.cents;
    if (ticket < end) return { ticket, total, winnerEntry, winner: entry.player };
  }
  throw new Error(`ticket ${ticket} is outside the pot of ${total}`);
}

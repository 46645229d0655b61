/**
 * The draw of a round as a picture: the ticket ranges and the position of the drawn ticket.
 *
 * Called by answer.ts, in the worker. Pure. It draws from any inputs (the Fairplay page lets users change them) and
 * claims nothing: whether the inputs are the recorded ones is for the verdict to say.
 */
import { toHex } from '@fairpot/fairness/encoding/bytes';
import { gameOf } from '@fairpot/fairness/games/index';
import type { KnownGame } from '@fairpot/fairness/protocol/commitment';
import { deriveKey } from '@fairpot/fairness/protocol/derive';
import type { Lock } from '@fairpot/fairness/protocol/lock';
import { outcomeBy } from '@fairpot/fairness/games/outcome';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import { parseProof } from '@fairpot/fairness/protocol/proof';
import { draw } from '@fairpot/fairness/base/uniform';
import type { TicketDraw } from '@fairpot/fairness/base/uniform';

/** Tickets [from, to) of one entry. `side` is null in games without sides. */
export interface Slice {
  readonly player: string;
  readonly side: 1 | 2 | null;
  readonly from: number;
  readonly to: number;
  /** Share of all tickets in percent, two decimals. */
  readonly percent: string;
}

export interface Picture {
  readonly game: KnownGame;
  /** Hex of the 32-byte key. */
  readonly key: string;
  readonly draws: readonly TicketDraw[];
  /** In ticket order; empty for a game whose outcome is more than one ticket. */
  readonly slices: readonly Slice[];
  /** Index of the slice that holds the ticket; null where `slices` is empty. */
  readonly winner: number | null;
  readonly ticket: number | null;
  readonly total: number | null;
  readonly outcome: Outcome;
}

/** The picture of a proof; null when the proof cannot be parsed. */
export function explain(proof: unknown): Picture | null {
  try {
    const { lock, secret, drand } = parseProof(proof);
    const key = deriveKey({ secret, drandSignature: drand.signature, lock });
    const draws: TicketDraw[] = [];
    const outcome = outcomeBy((n, label) => {
      const drawn = draw(key, n, label);
      draws.push(drawn);
      return drawn.value;
    }, lock);
    return { game: lock.game, key: toHex(key), draws, outcome, ...ranges(lock, outcome) };
  } catch {
    // A proof of the wrong shape: verifyRound reports where; there is just no picture.
    return null;
  }
}

function ranges(lock: Lock, outcome: Outcome): Pick<Picture, 'slices' | 'winner' | 'ticket' | 'total'> {
  if (!('ticket' in outcome)) return { slices: [], winner: null, ticket: null, total: null };
  const sides: readonly (1 | 2 | null)[] = lock.entries.map((entry) => ('side' in entry ? entry.side : null));
  const slices = gameOf(lock.game)
    .chances(lock)
    .map(({ player, from, to, percent }, at): Slice => ({ player, from, to, percent, side: sides[at] ?? null }))
    .sort((a, b) => a.from - b.from);
  const { ticket, total } = outcome;
  return { slices, ticket, total, winner: slices.findIndex((slice) => ticket >= slice.from && ticket < slice.to) };
}

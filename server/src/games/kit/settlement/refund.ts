/**
 * Ends without a result: every player gets their exact stake back, and the public log says why. Called by a creator's
 * cancel, by the expiry of rounds without a joiner or with other prices by now, and when a beacon stays away for a day.
 */
import type { Tx } from '../../../platform/database/sql.ts';
import { unstake, type Unstake } from '../../../vault/items.ts';
import { appendLeaves, refundLeaf } from '../leaves.ts';
import type { Round } from '../rounds.ts';
import type { RoundGame } from '../round-game.ts';
import { closeStakes, endRounds } from './settle.ts';

export type RefundReason = 'CREATOR' | 'EXPIRED' | 'REPRICED' | 'BEACON_AWAY';

/** Cancels open rounds or voids locked ones; the caller's transaction has locked their rows. */
export async function refundRounds(
  tx: Tx,
  game: RoundGame,
  phase: 'cancelled' | 'voided',
  rounds: readonly Round[],
  why: RefundReason,
  at: number,
): Promise<void> {
  await returnStakes(tx, game, phase, rounds, at);
  const kind = phase === 'cancelled' ? 'cancel' : 'void';
  await appendLeaves(
    tx,
    rounds.map((round) => refundLeaf(round, kind, why, at)),
    at,
  );
}

/** The same without the leaf: for rounds whose end is already in the log, or is logged by the caller. */
export async function returnStakes(
  tx: Tx,
  game: RoundGame,
  phase: 'cancelled' | 'voided',
  rounds: readonly Round[],
  at: number,
): Promise<void> {
  if (rounds.length === 0) return;
  const moves = rounds.flatMap((round) =>
    round.entries.flatMap((entry) =>
      entry.items.map((item): Unstake => ({ item: item.id, round: round.id, code: 'RETURN', to: entry.playerId })),
    ),
  );
  await endRounds(tx, game, phase, rounds, at);
  await unstake(tx, moves, at);
  await closeStakes(tx, moves);
  await game.balance?.refunded(tx, rounds, at);
}

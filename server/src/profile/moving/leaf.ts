/**
 * The public record of money that moved between two cells with a player: a statement in the log of each, with the same sum and the same hash of the move,
 * from which anyone can add up what one cell owes the other. It names no player.
 */
import { canon } from '@fairpot/fairness/encoding/canon';
import { appendStatement } from '../../games/kit/leaves.ts';
import type { Tx } from '../../platform/database/sql.ts';

/** `move`: its hash. `cents`: positive: this cell owes them to the other; negative: the other owes them to this one. */
export async function logTransfer(
  tx: Tx,
  { cell, cents, move }: { readonly cell: string; readonly cents: number; readonly move: string },
  at: number,
): Promise<void> {
  const says = { v: 1, cell, cents, move };
  await appendStatement(tx, canon({ v: 'fp/2', type: 'statement', at, about: 'cell-transfer', says }), at);
}

/**
 * The moves of an archived month (decision 0097): those of rounds leave the database, but for the last one of each item, from which its next move
 * starts.
 */
import type { MOVE_CODES } from '@fairpot/contract/operations/trace/calls';
import { keepRows, partSql, type ArchivedMonth, type ClosedMonth } from '../platform/database/archived-month.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';

/** Codes of the moves of rounds. */
export const MOVES_OF_ROUNDS: readonly (typeof MOVE_CODES)[number][] = ['STAKE', 'RETURN', 'WIN', 'FEE'];

/** Scalar subquery, epoch ms: moves of rounds before it may be in an archive. 0: none is. */
export const movesArchivedUntilSql: Sql = sql`(select coalesce(max(until_at), 0) from move_archives)`;

export const archivedMoves = {
  table: 'item_moves',
  /** Fills `kept` with the moves that stay. */
  async keep(db: Db, month: ArchivedMonth): Promise<void> {
    const stays = sql`(not m.code = any(${MOVES_OF_ROUNDS}::text[])
      or not exists (select from ${partSql(month.part)} n where n.item_id = m.item_id and n.version > m.version))`;
    await keepRows(db, month, MOVE_KEY, stays);
  },
  /** Records that moves of the month are gone, in the transaction that takes them out. */
  async left(tx: Tx, { untilAt }: ClosedMonth): Promise<void> {
    await tx.run(sql`insert into move_archives (until_at) values (${untilAt})`);
  },
  /** Records that they are back. */
  async returned(tx: Tx, { untilAt }: ClosedMonth): Promise<void> {
    await tx.run(sql`delete from move_archives where until_at = ${untilAt}`);
  },
};
const MOVE_KEY = [
  ['item_id', 'text'],
  ['version', 'integer'],
] as const;

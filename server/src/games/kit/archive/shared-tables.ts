/** Tables of which something stays in the database when a month leaves, in a partition of its own or elsewhere (decisions 0097 and 0099). */
import { archivedLines } from '../../../ledger/archived-lines.ts';
import type { ArchivedMonth, ClosedMonth } from '../../../platform/database/archived-month.ts';
import type { Db } from '../../../platform/database/sql.ts';
import { archivedMoves } from '../../../vault/archived-moves.ts';
import { archivedLeaves } from './archived-leaves.ts';

interface SharedTable {
  readonly table: string;
  /** Writes what stays of the partition `part`: rows into the empty table `kept`. In short transactions; after a crash it begins anew. */
  readonly keep: (db: Db, month: ArchivedMonth) => Promise<void>;
  /** Undoes what `keep` wrote elsewhere, for a month that stays. */
  readonly drop?: (db: Db, month: ClosedMonth) => Promise<void>;
  /** In the transaction that takes the month's rows out, and in the one that puts them back. */
  readonly left?: (tx: Db, month: ClosedMonth) => Promise<void>;
  readonly returned?: (tx: Db, month: ClosedMonth) => Promise<void>;
}

export const SHARED_TABLES: readonly SharedTable[] = [archivedLeaves, archivedLines, archivedMoves];

export const sharedTable = (name: string): SharedTable | undefined => SHARED_TABLES.find(({ table }) => table === name);

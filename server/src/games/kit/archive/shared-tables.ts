/** Tables that not only rounds fill: what is not of a round stays in the database, in a partition of its own (decision 0097). */
import { archivedLines } from '../../../ledger/archived-lines.ts';
import { partName, type ArchivedMonth } from '../../../platform/database/archived-month.ts';
import type { Pool, Tx } from '../../../platform/database/sql.ts';
import { archivedMoves } from '../../../vault/archived-moves.ts';
import type { Part } from './copy.ts';

interface SharedTable {
  readonly table: string;
  /** Fills the empty table `kept` with what stays of the partition `part`. */
  readonly keep: (tx: Tx, month: ArchivedMonth) => Promise<void>;
  /** In the transaction that takes the month's rows out, and in the one that puts them back. `untilAt`: the end of the month, epoch ms. */
  readonly left?: (tx: Tx, untilAt: number) => Promise<void>;
  readonly returned?: (tx: Tx, untilAt: number) => Promise<void>;
}

export const SHARED_TABLES: readonly SharedTable[] = [archivedLines, archivedMoves];

export const sharedTable = (name: string): SharedTable | undefined => SHARED_TABLES.find(({ table }) => table === name);

type KeptMonth = Pick<ArchivedMonth, 'month' | 'untilAt'> & { readonly parts: readonly Part[] };

/** Writes what stays of each shared partition, anew. */
export async function writeKept(db: Pool, { month, untilAt, parts }: KeptMonth): Promise<void> {
  for (const { table, part, kept } of parts) {
    const shared = sharedTable(table);
    if (shared === undefined || kept === null) continue;
    await db.transaction(async (tx) => {
      await tx.run({ text: `drop table if exists ${partName(kept)}`, values: [] });
      await tx.run({ text: `create table ${partName(kept)} (like ${partName(part)} including all)`, values: [] });
      await shared.keep(tx, { month, untilAt, part, kept });
    });
    await db.run({ text: `analyze ${partName(kept)}`, values: [] });
  }
}

/** Undoes `writeKept` for a month that stays in the database. */
export async function dropKept(db: Pool, { parts }: Pick<KeptMonth, 'parts'>): Promise<void> {
  for (const { kept } of parts)
    if (kept !== null) await db.run({ text: `drop table if exists ${partName(kept)}`, values: [] });
}

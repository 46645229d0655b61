/** What stays in the database of a month that leaves: written before, while others play. */
import { partName, type ClosedMonth } from '../../../platform/database/archived-month.ts';
import type { Pool } from '../../../platform/database/sql.ts';
import { checkAhead } from './attach.ts';
import type { Part } from './copy.ts';
import { sharedTable } from './shared-tables.ts';

interface KeptMonth extends ClosedMonth {
  readonly parts: readonly Part[];
}

/** Writes what stays of each shared partition, anew. Bounds and references come first, because to check them later is one long transaction. */
export async function writeKept(db: Pool, { month, untilAt, parts }: KeptMonth, batch: number): Promise<void> {
  for (const each of parts) {
    const { part, kept } = each;
    const shared = sharedTable(each.table);
    if (shared === undefined || kept === null) continue;
    await db.run({ text: `drop table if exists ${partName(kept)}`, values: [] });
    await db.run({ text: `create table ${partName(kept)} (like ${partName(part)} including all)`, values: [] });
    await checkAhead(db, { ...each, part: kept });
    await shared.keep(db, { month, untilAt, part, kept, batch });
    await db.run({ text: `analyze ${partName(kept)}`, values: [] });
  }
}

/** Undoes `writeKept` for a month that stays in the database. */
export async function dropKept(db: Pool, { parts, ...month }: KeptMonth): Promise<void> {
  for (const { table, kept } of parts) {
    if (kept === null) continue;
    await db.run({ text: `drop table if exists ${partName(kept)}`, values: [] });
    await sharedTable(table)?.drop?.(db, month);
  }
}

/**
 * Reads around archived rounds (decision 0089). Their rows in `rounds` stay. Their entries, staked items, secrets and results are in files outside the
 * database, so views of them are refused; the proof comes from the public log.
 */
import { sql, type Db } from '../../platform/database/sql.ts';
import { refuse } from '../../platform/runner/refused.ts';

/** Scalar subquery: a round is archived if its id is lower. */
export const archivedBelowSql = sql`(select coalesce(max(until), '') from round_archives)`;

/** Clocks of nodes may be apart by less. */
const HOUR_MS = 3_600_000;

/** Scalar subquery, epoch ms: a round that ended earlier is archived. Bounds a walk through rounds by their end. */
export const archivedUntilSql = sql`(select coalesce(max(until_at) - ${HOUR_MS}::bigint, 0) from round_archives)`;

/** True once months were archived. */
export async function anyArchived(db: Db): Promise<boolean> {
  const { any } = await db.one<{ any: boolean }>(sql`select exists (select 1 from round_archives) as any`);
  return any;
}

/** Refuses ROUND_ARCHIVED. Asks only about a round that has ended and has no entries. */
export async function refuseArchived(
  db: Db,
  {
    id,
    endedAt,
    entries,
  }: { readonly id: string; readonly endedAt: number | null; readonly entries: readonly unknown[] },
): Promise<void> {
  if (endedAt === null || entries.length > 0) return;
  const { archived } = await db.one<{ archived: boolean }>(sql`
    select ${id}::text < ${archivedBelowSql} as archived`);
  if (archived) refuse('ROUND_ARCHIVED');
}

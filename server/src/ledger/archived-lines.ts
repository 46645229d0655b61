/**
 * The lines of an archived month (decision 0097): those of rounds leave the database. One transfer closes the month and carries what they add up to,
 * for each account, so every balance is still the sum of its lines.
 */
import { keepRows, partSql, type ArchivedMonth } from '../platform/database/archived-month.ts';
import { sql, type Db, type Sql } from '../platform/database/sql.ts';

const CLOSES_MONTH = 'ARCHIVED';

/** Condition over `t` of transfers: it moved money of a round. */
const isOfRoundSql: Sql = sql`t.ref like 'rnd\\_%'`;

/** Condition over `t` of transfers: its lines may be in an archive. */
export const mayBeArchivedSql: Sql = sql`(t.code = ${CLOSES_MONTH} or ${isOfRoundSql} and t.id < (
  select coalesce(max(id), '') from transfers where code = ${CLOSES_MONTH}))`;

export const archivedLines = {
  table: 'postings',
  /** Fills `kept` with the lines that stay. When the month returns, the transfer that closes it loses its lines again. */
  async keep(db: Db, archived: ArchivedMonth): Promise<void> {
    const { month, untilAt, part, kept } = archived;
    const key = `archive:${month}`;
    const at = untilAt - 1;
    // The last id of the month, so that the transfer is in it.
    await db.run(sql`
      insert into transfers (id, key, code, ref, at)
      values ('trf_' || ulid_time(${at}::bigint) || repeat('z', 16), ${key}, ${CLOSES_MONTH}, ${month}, ${at})
      on conflict (key) do nothing`);
    await db.run(sql`
      insert into ${partSql(kept)} (transfer_id, account_id, cents)
      select (select id from transfers where key = ${key}), l.account_id, sum(l.cents)::bigint
      from ${partSql(part)} l join transfers t on t.id = l.transfer_id
      where ${isOfRoundSql} group by l.account_id having sum(l.cents) <> 0`);
    const stays = sql`not exists (select from transfers t where t.id = m.transfer_id and ${isOfRoundSql})`;
    await keepRows(db, archived, LINE_KEY, stays);
  },
};
const LINE_KEY = [
  ['transfer_id', 'text'],
  ['account_id', 'text'],
] as const;

/** A month that leaves a partitioned table which not only rounds fill, and what stays of it (decision 0097). */
import { escapeIdentifier } from 'pg';
import { sql, type Db, type Sql } from './sql.ts';

export interface ClosedMonth {
  /** '2026-05' */
  readonly month: string;
  /** Its end, epoch ms. */
  readonly untilAt: number;
}

/** Tables are in the schema `partitions`. */
export interface ArchivedMonth extends ClosedMonth {
  /** The partition that leaves. */
  readonly part: string;
  /** The table that takes its place, with what stays. */
  readonly kept: string;
  /** Rows that a transaction reads at most: facts and leaves of the log wait until it ends. */
  readonly batch: number;
}

/** The name of a partition in a statement. */
export const partName = (part: string): string => `partitions.${escapeIdentifier(part)}`;
export const partSql = (part: string): Sql => ({ text: partName(part), values: [] });

/** The two columns of a primary key, with their types. */
type Key = readonly [KeyColumn, KeyColumn];
type KeyColumn = readonly [name: string, type: 'text' | 'integer'];

/** Copies the rows that stay into the table that takes the partition's place. `stays`: condition over `m`, a row of the partition. */
export async function keepRows(db: Db, { part, kept, batch }: ArchivedMonth, key: Key, stays: Sql): Promise<void> {
  const names: Sql = { text: key.map(([name]) => escapeIdentifier(name)).join(', '), values: [] };
  const backwards: Sql = { text: key.map(([name]) => `${escapeIdentifier(name)} desc`).join(', '), values: [] };
  const asText: Sql = { text: key.map(([name]) => `${escapeIdentifier(name)}::text`).join(', '), values: [] };
  const typed = ([, type]: KeyColumn): Sql => ({ text: `::text::${type}`, values: [] });
  let last: readonly string[] | null = null;
  for (;;) {
    const [first, second]: readonly string[] = last ?? [];
    const after: Sql =
      last === null ? sql`` : sql`where (${names}) > (${first}${typed(key[0])}, ${second}${typed(key[1])})`;
    const read: { last: string[] } | undefined = await db.maybe<{ last: string[] }>(sql`
      with m as materialized (select * from ${partSql(part)} ${after} order by ${names} limit ${batch}),
        stay as (insert into ${partSql(kept)} select * from m where ${stays})
      select array[${asText}] as last from m order by ${backwards} limit 1`);
    if (read === undefined) return;
    last = read.last;
  }
}

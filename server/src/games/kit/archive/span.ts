/** A month of rounds in the database: its partitions, and why it cannot be archived. */
import { everyOpenStakeSql } from '../../../accounts/front.ts';
import { columnOf, sql, type Db } from '../../../platform/database/sql.ts';
import type { Part } from './copy.ts';
import { SHARED_TABLES } from './shared-tables.ts';

export interface Span {
  readonly month: string;
  /** First round id; null: everything before `until`. */
  readonly first: string | null;
  readonly until: string;
  readonly untilAt: number;
  /** Of the tables of rounds, and of shared ones that have a partition which ends with the month. Empty: the month has none. */
  readonly parts: readonly Part[];
}

/** Table expression: every partition with its table and bounds. A default partition has no bounds. */
const boundsSql = sql`(
  select p.oid as parent, p.relname::text as "table", c.oid, c.relname::text as part,
    substring(pg_get_partkeydef(p.oid) from $r$RANGE \\((\\w+)\\)$r$) as by,
    substring(b from $r$FROM \\('(\\w+)'\\)$r$) as first, substring(b from $r$TO \\('(\\w+)'\\)$r$) collate "C" as until
  from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
    cross join lateral pg_get_expr(c.relpartbound, c.oid) b
  where p.relnamespace = 'public'::regnamespace and p.relkind = 'p')`;

const SHARED = columnOf(SHARED_TABLES, 'table');
/** Condition over `b`: of a table that leaves whole. */
const leavesWholeSql = sql`b.by = 'round_id' and b."table" <> all(${SHARED}::text[])`;

/** The month that ends at this instant, with its partitions, or with all that is before it if the month has none of its own. */
export async function spanOf(db: Db, month: string): Promise<Span> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const untilAt = Date.UTC(year, number, 1);
  const { until } = await db.one<{ until: string }>(sql`select 'rnd_' || ulid_time(${untilAt}::bigint) as until`);
  const rows = await db.many<Part>(sql`
    select b."table", b.part, b.by, b.first, b.until,
      case when b."table" = any(${SHARED}::text[]) then b.part || '_kept' end as kept,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = b.parent and attnum > 0 and not attisdropped) as columns,
      (select array_agg(a.attname::text order by k.n) from pg_index x
        cross join lateral unnest(x.indkey::smallint[]) with ordinality k (attnum, n)
        join pg_attribute a on a.attrelid = b.oid and a.attnum = k.attnum
        where x.indrelid = b.oid and x.indisprimary) as key
    from ${boundsSql} b
    where b.until = case b.by when 'transfer_id' then 'trf_' || ulid_time(${untilAt}::bigint)
      when 'at' then ${untilAt}::bigint::text else ${until} end
    order by b."table"`);
  return { month, first: rows.find(({ kept }) => kept === null)?.first ?? null, until, untilAt, parts: rows };
}

/** What live rounds of the month still hold. Quick: it is asked under locks, too. */
export async function heldBack(db: Db, { first, until }: Span): Promise<string[]> {
  const from = first ?? '';
  const counts = await db.one<{ running: number; staked: number; held: number }>(sql`
    select
      (select count(*) from rounds where phase = 'open' and id >= ${from} and id < ${until})
        + (select count(*) from rounds where phase = 'locked' and id >= ${from} and id < ${until}) as running,
      (select count(*) from items_at_stake where round_id >= ${from} and round_id < ${until}) as staked,
      (select count(*) from ${everyOpenStakeSql} s where round_id >= ${from} and round_id < ${until}) as held`);
  return sentences([
    counts.running > 0 && `Open or locked rounds: ${counts.running}.`,
    counts.staked > 0 && `Items at stake: ${counts.staked}.`,
    counts.held > 0 && `Held stakes: ${counts.held}.`,
  ]);
}

/** How many leaves of rounds from one id up to another are published; the log's own count. */
export type CountPublished = (db: Db, first: string, until: string) => Promise<number>;

/** Why the month cannot be archived: what still reads it. Empty: nothing does. Reads the whole month. */
export async function obstacles(
  db: Db,
  span: Span,
  { minAge, countPublished }: { readonly minAge: number; readonly countPublished: CountPublished },
): Promise<string[]> {
  const { month, until, parts } = span;
  const first = span.first ?? '';
  const published = await countPublished(db, first, until);
  const { now, tables, older, unlogged, leaves } = await db.one<
    Record<'now' | 'tables' | 'older' | 'unlogged' | 'leaves', number>
  >(sql`
    select database_ms() as now,
      (select count(distinct parent) from ${boundsSql} b where ${leavesWholeSql}) as tables,
      (select count(*) from ${boundsSql} b where ${leavesWholeSql} and b.until < ${until}) as older,
      (select count(*) from settlements s where s.round_id >= ${first} and s.round_id < ${until} and not exists (
        select from log_leaves l where l.round_id = s.round_id and l.kind = 'result'
          and l.body::jsonb ->> 'secret' = s.secret)) as unlogged,
      (select count(*) from log_leaves where round_id >= ${first} and round_id < ${until}) as leaves`);
  const age = monthsBetween(span.untilAt, now);
  const there = parts.filter(({ kept }) => kept === null).length;
  return sentences([
    age < 0 && `${month} is not over.`,
    age >= 0 && age < minAge && `Months since its end: ${age}. --min-age is ${minAge}.`,
    there < tables && `Tables without a partition that ends with ${month}: ${tables - there}.`,
    older > 0 && `An older month is still in the database. Archive the oldest month first.`,
    ...(await heldBack(db, span)),
    unlogged > 0 && `Results that are not in the public log, so that no one could check them: ${unlogged}.`,
    leaves > published && `Leaves that are not published: ${leaves - published}.`,
  ]);
}

const sentences = (all: readonly (string | false)[]): string[] => all.flatMap((each) => (each === false ? [] : [each]));

/** Whole calendar months from one instant to a later one; negative when it is not later. */
function monthsBetween(fromMs: number, toMs: number): number {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  return toMs < fromMs
    ? -1
    : 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
}

/** Twelve partitions of each partitioned table, over the copied history (history.ts): a year of months. */
import { sql, type Pool } from '../../src/platform/database/sql.ts';
import { copy, MIDST, NO_ROUND_FROM, ROWS, transferCopy, WHOLE_ROUNDS } from '../cases/places.ts';
import { say } from './statements.ts';

const MONTHS = 12;
const HALF = MONTHS / 2;
/** Twelve spans of equal width from one number to another. */
const spans = (from: number, to: number, count = MONTHS): number[] =>
  Array.from({ length: count }, (_, i) => from + (i * (to - from)) / count);

/** Where the partitions begin, and where the last one ends, by what the table is partitioned by. Copied ids lie behind every month. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  // Half of them have the copied rounds, half the rows that are copied without their round.
  'RANGE (round_id)': [
    ...spans(0, WHOLE_ROUNDS, HALF),
    ...spans(NO_ROUND_FROM, NO_ROUND_FROM + 0.6 * ROWS, HALF),
    2 * NO_ROUND_FROM,
  ].map((n) => copy(Math.floor(n))),
  'RANGE (transfer_id)': [...spans(0, ROWS), 2 * ROWS].map((n) => transferCopy(Math.floor(n))),
};
/** Where partitions by time meet. Copied instants are a millisecond apart. */
const INSTANTS = spans(Number(MIDST) - ROWS / 2, Number(MIDST) + ROWS / 2).slice(1);

export async function makeMonths(db: Pool): Promise<void> {
  const parents = await db.many<{ name: string; key: string }>(sql`
    select relname::text as name, pg_get_partkeydef(oid) as key from pg_class
    where relkind = 'p' and relnamespace = 'public'::regnamespace`);
  for (const { name, key } of parents) {
    const edges = EDGES[key];
    if (edges !== undefined)
      await makeParts(
        db,
        name,
        edges.map((edge) => `'${edge}'`),
      );
    else if (key === 'RANGE (at)') await divideFirst(db, name);
    else throw new Error(`${name} needs its months for the plan tests: ${key}`);
  }
}

/** Copied instants are before this month: twelve partitions take the place of the one that has everything before. */
async function divideFirst(db: Pool, name: string): Promise<void> {
  const before = `partitions.${name}_before`;
  const { until } = await db.one<{ until: string }>(sql`
    select substring(pg_get_expr(relpartbound, oid) from $r$TO \\('(\\w+)'\\)$r$) as until
    from pg_class where oid = ${before}::regclass`);
  await say(db, `alter table ${name} detach partition ${before}`);
  await makeParts(db, name, ['minvalue', ...INSTANTS.map((at) => `'${Math.floor(at)}'`), `'${until}'`]);
  await say(db, `insert into ${name} select * from ${before}`);
  await say(db, `drop table ${before}`);
}

async function makeParts(db: Pool, name: string, edges: readonly string[]): Promise<void> {
  for (const [n, from] of edges.slice(0, -1).entries()) {
    const part = `partitions.${name}_plan_${n}`;
    // With the keys that the table's own partitions have.
    await say(db, `create table ${part} (like partitions.${name}_rest including all)`);
    await say(db, `alter table ${name} attach partition ${part} for values from (${from}) to (${edges[n + 1]})`);
  }
}

/** Twelve partitions of what belongs to rounds, over the copied history (history.ts): a year of months. */
import { sql, type Pool } from '../../src/platform/database/sql.ts';
import { copy, NO_ROUND_FROM, ROWS, WHOLE_ROUNDS } from '../cases/places.ts';
import { say } from './statements.ts';

/** Half of them have the copied rounds, half the rows that are copied without their round. */
const HALF = 6;
const EDGES = [
  ...Array.from({ length: HALF }, (_, i) => (i * WHOLE_ROUNDS) / HALF),
  ...Array.from({ length: HALF }, (_, i) => NO_ROUND_FROM + (i * 0.6 * ROWS) / HALF),
  2 * NO_ROUND_FROM,
].map((n) => copy(Math.floor(n)));

export async function makeMonths(db: Pool): Promise<void> {
  const parents = await db.many<{ name: string }>(sql`
    select relname::text as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`);
  for (const { name } of parents)
    for (const [n, from] of EDGES.slice(0, -1).entries())
      await say(
        db,
        `create table partitions.${name}_plan_${n} partition of ${name}
         for values from ('${from}') to ('${EDGES[n + 1]}')`,
      );
}

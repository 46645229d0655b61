/** The platform's own sweep: deletes facts that every client has long fetched, and expired receipts. */
import type { Deps } from '../process/deps.ts';
import type { Feature } from './feature.ts';
import { sql } from '../database/sql.ts';

/** A client that was away longer reloads anyway. */
export const FACTS_KEEP_MS = 60 * 60 * 1000;
/** Clients retry within minutes; two days leave room for the slowest. */
export const RECEIPTS_KEEP_MS = 48 * 60 * 60 * 1000;
const EVERY_MS = 60_000;
const ROWS = 5_000;
// An array of rows is looked up one by one; a join with a subquery of unknown limit would scan the whole table.

export function retention({ db, clock }: Pick<Deps, 'db' | 'clock'>): Feature {
  return {
    name: 'platform',
    bindings: [],
    sweeps: [
      {
        name: 'platform.facts',
        everyMs: EVERY_MS,
        run: () => {
          const before = clock.now() - FACTS_KEEP_MS;
          return db.run(sql`
            delete from facts where ctid = any(array(
              select place from (
                select ctid as place, at from facts order by facts.xid, facts.id limit ${ROWS}::integer) oldest
              where at < ${before}))`);
        },
      },
      {
        name: 'platform.receipts',
        everyMs: EVERY_MS,
        run: () => {
          const before = clock.now() - RECEIPTS_KEEP_MS;
          return db.run(sql`
            delete from receipts where ctid = any(array(
              select ctid from receipts where at < ${before} order by at limit ${ROWS}::integer))`);
        },
      },
    ],
  };
}

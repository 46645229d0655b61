/**
 * Whether the database takes writes: a database that answers reads may be a read-only one, or out of disk. health.ts asks
 * for /api/ready. Invariant: a look costs a row and half a megabyte that are given back, and is over within its time.
 */
import type { Clock } from '../process/ports.ts';
import { sql } from '../database/sql.ts';
import type { Pool } from '../database/sql.ts';

const LOOK_EVERY_MS = 2_000;
const LOOK_WITHIN_MS = 2_000;
const STATEMENT_WITHIN_MS = '1500';

export interface WritesParts {
  readonly db: Pool;
  /** Real time, also in tests. */
  readonly pace: Clock;
}

/** Asks the database at most every two seconds; who asks in between gets the last answer. */
export function writesLook({ db, pace }: WritesParts): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | null = null;
  return () => {
    const now = pace.now();
    if (last === null || now - last.at >= LOOK_EVERY_MS) {
      const late = pace.sleep(LOOK_WITHIN_MS).then(() => false);
      const look = writes(db, now).then(
        () => true,
        () => false, // exactly what is asked: it does not take a write
      );
      last = { at: now, answer: Promise.race([look, late]) };
    }
    return last.answer;
  };
}

/**
 * Throws when the database does not take a write. One row alone would not show a full disk, as its page is there already:
 * most stakes need new ones. So 64 pages are asked of the disk too, as a result that does not fit into memory.
 */
async function writes(db: Pool, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.one(sql`
      select set_config('statement_timeout', ${STATEMENT_WITHIN_MS}, true), set_config('work_mem', '64kB', true)`);
    await tx.one(sql`
      with pages as materialized (select repeat('x', 8000) || g as page from generate_series(1, 64) g)
      select count(*) as pages from pages`);
    await tx.run(sql`
      insert into write_probes (at) values (${now}) on conflict (one) do update set at = excluded.at`);
  });
}

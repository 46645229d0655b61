/**
 * Checks whether the database takes writes: one that answers reads may be read-only or out of disk. health.ts uses it for /api/ready. Invariant: a
 * check costs a row and half a megabyte, both released afterwards, and ends within its time limit.
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

/** Checks the database at most every two seconds; callers in between get the last result. */
export function cachedWriteCheck({ db, pace }: WritesParts): () => Promise<boolean> {
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
 * Throws if the database does not take a write. One row alone would not reveal a full disk, because its page already exists, and most stakes need new
 * pages. So this also allocates 64 pages on disk, as a result set that does not fit into memory.
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

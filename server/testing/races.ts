/** Runs many attempts at once and records how each ended. For race tests. */
import { vi } from 'vitest';
import { invariant, Refused } from '../src/platform/runner/refused.ts';
import { sql, type Db } from '../src/platform/database/sql.ts';
import type { World } from './world.ts';

export const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** 'ok', the refusal's code, or the text of an unexpected error. */
export function attemptResult(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );
}

/** Starts all attempts at once; returns the count of each end. Then checks every invariant. */
export async function raceIn(
  world: World,
  attempts: readonly (() => Promise<unknown>)[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const end of await Promise.all(attempts.map((attempt) => attemptResult(attempt()))))
    counts[end] = (counts[end] ?? 0) + 1;
  await world.checkInvariants();
  return counts;
}

/** Waits until a statement with this text waits for a lock that another transaction of this database holds. */
export async function blockedStatement(db: Db, text: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { n } = await db.one<{ n: number }>(sql`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${text}%`}`);
      invariant(n > 0, `no statement with ${text} waits`);
    },
    { timeout: 3_500, interval: 10 },
  );
}

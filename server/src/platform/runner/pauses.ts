/**
 * Whether something is paused, asked by what the pause is to stop, in its own transaction. Invariant: what passes is committed before
 * the pause is; nothing passes after it (the trigger `pause_waits` is the other side of the gate).
 */
import type { PauseKey } from '@fairpot/contract/operations/pauses/calls';
import { sql, type Tx } from '../database/sql.ts';

/** Until this transaction ends, no pause of it can be committed. Those who pass do not wait for each other. */
export async function passPauseGate(tx: Tx, key: PauseKey): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`pause ${key}`}, 0))`);
}

/** True while the setting says so; passes the gate. */
export async function isPaused(tx: Tx, key: PauseKey): Promise<boolean> {
  // A statement of its own: it sees what was committed while the gate was waited for.
  const [, setting] = await Promise.all([
    passPauseGate(tx, key),
    tx.maybe<{ paused: boolean }>(sql`select value = 'true'::jsonb as paused from settings where key = ${key}`),
  ]);
  return setting?.paused ?? false;
}

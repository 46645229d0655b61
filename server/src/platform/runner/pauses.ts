/**
 * The gate of pauses: a command checks it in its own transaction. Invariant: what passes the gate is committed before the pause; nothing passes after
 * it (the trigger `pause_waits` is the other side of the gate).
 */
import type { PauseKey } from '@fairpot/contract/operations/pauses/calls';
import { sql, type Tx } from '../database/sql.ts';

/** Blocks the commit of a pause until this transaction ends. Transactions that pass do not wait for each other. */
export async function passPauseGate(tx: Tx, key: PauseKey): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`pause ${key}`}, 0))`);
}

/** Whether the setting is paused. Passes the gate. */
export async function isPaused(tx: Tx, key: PauseKey): Promise<boolean> {
  // A separate statement: it sees what was committed while this transaction waited for the gate.
  const [, setting] = await Promise.all([
    passPauseGate(tx, key),
    tx.maybe<{ paused: boolean }>(sql`select value = 'true'::jsonb as paused from settings where key = ${key}`),
  ]);
  return setting?.paused ?? false;
}

/**
 * Whether something is paused, asked by what the pause is to stop, in its own transaction. Hot stakes and orders ask inside of the function
 * that writes them (round_stakes, market_buy). Invariant: what passes is committed before the pause is; nothing passes after it.
 */
import type { PauseKey } from '@fairpot/contract/pauses';
import { sql, type Tx } from '../database/sql.ts';

/** True while the setting says so. Until this transaction ends, no pause of it can be committed. */
export async function isPaused(tx: Tx, key: PauseKey): Promise<boolean> {
  return (await tx.one<{ paused: boolean }>(sql`select pause_gate(${key}) as paused`)).paused;
}

/** The one door into player protection for others: the break or exclusion that a player is under. */
import type { Db, Tx } from '../platform/database/sql.ts';
import { blockAt, type Block } from './rules.ts';
import { blockOf, guardOf, hold } from './store.ts';

export type { Block } from './rules.ts';

/** The break or exclusion that a player is under; `until` null: for good. Null: none. */
export async function blockNow(db: Db, playerId: string): Promise<Block | null> {
  const guard = await guardOf(db, playerId);
  return blockAt(guard.now, blockOf(guard));
}

/** As `blockNow`; and none begins, and none ends, until the transaction does. */
export async function heldBlock(tx: Tx, playerId: string): Promise<Block | null> {
  await hold(tx, playerId);
  return blockNow(tx, playerId);
}

/** The one door into player protection for others: the break or exclusion that a player is under, and the counting of stakes. */
import type { RefusalCode } from '@fairpot/contract/refusals';
import { refuse, type Details } from '../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
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

/** Counts a stake against the player's limits. Refuses what a limit, a break or an exclusion stops. */
export async function countStake(tx: Tx, playerId: string, cents: number): Promise<void> {
  await tx.run(sql`select protection_stake(${playerId}, ${cents})`);
}

/** Refuses while the player takes a break or is excluded. */
export async function refuseBlocked(db: Db, playerId: string): Promise<void> {
  const { refused } = await db.one<{ refused: { code: RefusalCode; details: Details } | null }>(sql`
    select protection_refusal(${playerId}, '{}', 0, false, 0) as refused`);
  if (refused !== null) refuse(refused.code, refused.details);
}

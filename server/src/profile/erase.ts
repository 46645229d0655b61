/**
 * The erasure of an account that is being closed. It begins in one transaction that holds everything of the player's still, looks once more
 * whether anything is left, and makes the person nobody. What else the site knows of them goes in steps, each a statement of its own
 * that may be done again; a crash leaves a step to be done. It is done when a whole round of steps finds nothing, a minute after it began:
 * no request of theirs is under way by then.
 */
import { closings, lookOf } from '../accounts/front.ts';
import { lockCoins } from '../crypto/front.ts';
import { lockedBalances } from '../ledger/history.ts';
import { type Db, type Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { lockSums } from '../trades/front.ts';
import { whatIsLeft } from './closing.ts';
import { OWN_TABLES } from './own-tables.ts';

const STEP_ROWS = 1_000;
const REQUESTS_END_MS = 60_000;

export type Step = 'WAITS' | 'BEGUN' | 'STEP' | 'DONE';

/** Begins it, or does a step. WAITS: something is in the way, or it is too early to say that nothing is left. */
export async function eraseStep(deps: Deps, tx: Tx, playerId: string, now: number): Promise<Step> {
  const { closesAt, erasedAt, closedAt } = await closings.lockClosing(tx, playerId);
  if (closesAt === null || closedAt !== null || closesAt > now) return 'WAITS';
  if (erasedAt === null) return (await begin(deps, tx, playerId, now)) ? 'BEGUN' : 'WAITS';
  if (await eraseSome(tx, playerId)) return 'STEP';
  if (now < erasedAt + REQUESTS_END_MS) return 'WAITS';
  await closings.finishClosing(tx, playerId, now);
  return 'DONE';
}

/** Lock order as everywhere: the player, their sums, their coins, their accounts. */
async function begin(deps: Deps, tx: Tx, playerId: string, now: number): Promise<boolean> {
  await lockSums(tx, playerId);
  await lockCoins(tx, playerId);
  const left = await whatIsLeft(tx, playerId, () => lockedBalances(tx, playerId));
  if (left.length > 0) return false;
  const avatar = deps.gateways.steam.avatar(null);
  return closings.forgetPerson(tx, playerId, lookOf(closings.CLOSED_NAME), avatar, now);
}

/** Erases some rows of the first table that has any left; false when none has. */
async function eraseSome(db: Db, playerId: string): Promise<boolean> {
  for (const { table, erased } of OWN_TABLES) {
    if (erased.what === 'kept') continue;
    const some = `ctid = any(array(select ctid from ${table} where ${erased.by} = $1 limit ${STEP_ROWS} for update))`;
    if ((await db.run({ text: `delete from ${table} where ${some}`, values: [playerId] })) > 0) return true;
  }
  return false;
}

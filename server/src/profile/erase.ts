/**
 * The erasure of an account that is being closed. It starts in one transaction that locks everything of the player's, checks once more that
 * nothing is left, and anonymises the account. All other personal data is deleted in steps, each a repeatable statement of its own; after a
 * crash the step runs again. It is done when a full round of steps finds nothing, at least a minute after the start: by then no request of
 * the player is in progress.
 */
import * as closings from '../accounts/closing-store.ts';
import { barPerson, type BarKeys } from '../accounts/barred.ts';
import { lookOf } from '../accounts/names.ts';
import { lockedBalances } from '../ledger/history.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { type Db, type Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { heldBlock, type PlayBlock } from '../protection/front.ts';
import { lockCoins, lockTradeSums } from '../withdrawals/front.ts';
import { blockersOf } from './closing.ts';
import { OWN_TABLES } from './own-tables.ts';

const STEP_ROWS = 1_000;
const REQUESTS_END_MS = 60_000;

export type EraseDeps = Deps & { readonly bars: BarKeys };

export type EraseResult = 'WAITS' | 'BEGUN' | 'STEP' | 'DONE';

/** An erased account as recorded outside of the database (erased-list.ts). */
export interface ErasedAccount {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  /** The break or exclusion that outlived the account; `until` null: for good. Null: there was none. */
  readonly barred: { readonly until: number | null } | null;
}

/** Starts the erasure, or runs a step. WAITS: something blocks it, or it is too early to conclude that nothing is left. */
export async function eraseStep(deps: EraseDeps, tx: Tx, playerId: string, now: number): Promise<EraseResult> {
  const block = await blockAtBeginning(tx, playerId, now);
  if (block === 'WAITS') return 'WAITS';
  const { closesAt, erasedAt, closedAt } = await closings.lockClosing(tx, playerId);
  if (closesAt === null || closedAt !== null || closesAt > now) return 'WAITS';
  if (erasedAt === null) return (await begin(deps, tx, playerId, block, now)) ? 'BEGUN' : 'WAITS';
  if (await eraseSomeRows(tx, playerId)) return 'STEP';
  if (now < erasedAt + REQUESTS_END_MS) return 'WAITS';
  await closings.finishClosing(tx, playerId, now);
  return 'DONE';
}

/**
 * The player's break or exclusion at the start, locked before the player's row as self-exclusion does; null: none, or the erasure has
 * started. WAITS: something is left. This check without locks comes first, so that an account that waits for weeks is not locked every few
 * seconds.
 */
async function blockAtBeginning(tx: Tx, playerId: string, now: number): Promise<PlayBlock | null | 'WAITS'> {
  const { closesAt, erasedAt } = await closings.closingOf(tx, playerId);
  if (closesAt === null || closesAt > now || erasedAt !== null) return null;
  const left = await blockersOf(tx, playerId, () => balancesOf(tx, playerId));
  return left.length > 0 ? 'WAITS' : heldBlock(tx, playerId);
}

/**
 * Lock order as everywhere: protection, the player's row, their sums, their coins, their accounts. A running break or exclusion continues
 * for the SteamID (accounts/barred.ts).
 */
async function begin(
  deps: EraseDeps,
  tx: Tx,
  playerId: string,
  block: PlayBlock | null,
  now: number,
): Promise<boolean> {
  await lockTradeSums(tx, playerId);
  await lockCoins(tx, playerId);
  const left = await blockersOf(tx, playerId, () => lockedBalances(tx, playerId));
  if (left.length > 0) return false;
  if (block !== null) await barPerson(deps.bars, tx, playerId, block.until);
  const avatar = deps.gateways.steam.avatar(null);
  return closings.anonymizeAccount(tx, playerId, lookOf(closings.CLOSED_NAME), avatar, now);
}

/**
 * Erases an account again that a restored older database still has as a person. Waits for nothing: whatever this copy shows as left was
 * paid out before, or is a debt under the id alone. `until` of `barred`: as in barPerson; if this copy has a break or exclusion that ends
 * later, that one counts. False when there is no such person.
 */
export async function eraseAgain(
  deps: EraseDeps,
  tx: Tx,
  { id, barred }: ErasedAccount,
  now: number,
): Promise<boolean> {
  const block = await heldBlock(tx, id);
  if ((await closings.lockClosing(tx, id)).erasedAt !== null) return false;
  await closings.endWaitingPeriod(tx, id, now);
  const until = [block, barred].flatMap((each) => (each === null ? [] : [each.until]));
  if (until.length > 0) await barPerson(deps.bars, tx, id, latest(until));
  const avatar = deps.gateways.steam.avatar(null);
  return closings.anonymizeAccount(tx, id, lookOf(closings.CLOSED_NAME), avatar, now);
}

const latest = (instants: readonly (number | null)[]): number | null =>
  instants.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)));

/** Deletes some rows of the first table that has any left; false when none has. */
async function eraseSomeRows(db: Db, playerId: string): Promise<boolean> {
  for (const { table, erased } of OWN_TABLES) {
    if (erased.what === 'kept') continue;
    const some = `ctid = any(array(select ctid from ${table} where ${erased.by} = $1 limit ${STEP_ROWS} for update))`;
    if ((await db.run({ text: `delete from ${table} where ${some}`, values: [playerId] })) > 0) return true;
  }
  return false;
}

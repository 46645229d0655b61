/** A player's queries about themselves. */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents } from '@fairpot/contract/wire/money';
import type { getUser } from '@fairpot/contract/user/schemas';
import { balancesOf } from '../ledger/ledger.ts';
import { invariant } from '../platform/runner/refused.ts';
import type { Db } from '../platform/database/sql.ts';
import { countInventory } from '../vault/items.ts';
import { ownUser, statistics } from './present.ts';
import { playersByIds } from './store.ts';
import { statsOf } from './results.ts';

/** The signed-in user with balances, number of items and statistics. `steamInventoryCents`: the last known value of their Steam inventory. */
export async function userOf(
  db: Db,
  playerId: string,
  now: number,
  steamInventoryCents: number,
): Promise<CallOutput<typeof getUser>> {
  const [[row], balances, items, stats] = await Promise.all([
    playersByIds(db, [playerId]),
    balancesOf(db, playerId),
    countInventory(db, playerId),
    statsOf(db, playerId, now),
  ]);
  invariant(row, `unknown player ${playerId}`);
  const money = {
    availableCents: balances.available,
    heldCents: balances.hold,
    steamInventoryCents: cents(steamInventoryCents),
  };
  return { user: ownUser(row, money, items), statistics: statistics(stats) };
}

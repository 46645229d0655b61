/**
 * Players whose trades are frozen because they reversed a credited deposit. Nothing else of theirs is affected, and no other player; staff
 * review and lift it. The worker reads the same rows: it sends no offer to such a player and keeps none open.
 */
import type { listFrozenTrades, unfreezeTrades } from '@fairpot/contract/trades/schemas';
import { publicUsers } from '../accounts/front.ts';
import { columnOf, sql, type Tx } from '../platform/database/sql.ts';
import type { CommandHandler, QueryHandler } from '../platform/runner/feature.ts';
import { getKnown, refuse } from '../platform/runner/refused.ts';

const MAX_SHOWN = 100;

/** Freezes the trades of the player who reversed this order, and makes their open offers due for the worker now. */
export async function freeze(
  tx: Tx,
  order: { readonly id: string; readonly playerId: string },
  now: number,
): Promise<void> {
  await tx.run(sql`
    insert into trade_freezes (player_id, order_id, at) values (${order.playerId}, ${order.id}, ${now})
    on conflict do nothing`);
  await tx.run(sql`
    update trade_orders set due_at = ${now} where player_id = ${order.playerId} and slot is not null
      and due_at is not null`);
}

/** The 100 newest, newest first. */
export const listFrozen: QueryHandler<typeof listFrozenTrades> = async ({ db }) => {
  const rows = await db.many<{ playerId: string; orderId: string; at: number }>(sql`
    select player_id as "playerId", order_id as "orderId", at from trade_freezes where lifted_at is null
    order by at desc, player_id limit ${MAX_SHOWN}`);
  const users = await publicUsers(db, columnOf(rows, 'playerId'));
  return {
    frozen: rows.map(({ playerId, orderId, at }) => ({ user: getKnown(users, playerId), orderId, at })),
  };
};

/** Lets a player trade again. Who did it, when and why stays on record. Refuses NO_PLAYER for a player who is not frozen. */
export const unfreeze: CommandHandler<typeof unfreezeTrades> = async ({ tx, actor, now, act }, { playerId, why }) => {
  const lifted = await tx.run(sql`
    update trade_freezes set lifted_at = ${now}, lifted_by = ${actor.id}, why = ${why}
    where player_id = ${playerId} and lifted_at is null`);
  if (lifted === 0) refuse('NO_PLAYER');
  act({ playerId });
  return { playerId };
};

/**
 * Order search for staff: by anything that a player, an offer or Steam's own history names. Each result includes what Steam says its trade
 * moved, so that an asset leads to its item, and the item's page to its current place.
 */
import { TRADE_SEARCH_LIMIT, tradeClueOf, type TradeClue } from '@fairpot/contract/staff/trades/calls';
import type { TradeSearchResult } from '@fairpot/contract/staff/trades/schemas';
import { publicUsers } from '../../accounts/front.ts';
import { columnOf, sql, type Db, type Sql } from '../../platform/database/sql.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { presentOrders, type OrderViewOptions } from '../present.ts';
import { ordersByIds } from '../store.ts';
import { movedBy, type MovedItem } from './trace-store.ts';

/** The newest orders that match the text; none for a text that is no clue. */
export async function findTrades(
  db: Db,
  typed: string,
  shown: OrderViewOptions,
): Promise<{ found: TradeSearchResult[] }> {
  const clue = tradeClueOf(typed);
  if (clue === null) return { found: [] };
  const ids = (await db.many<{ id: string }>(idsOf(clue))).map(({ id }) => id);
  const rows = await ordersByIds(db, ids);
  const [views, users, moved] = await Promise.all([
    presentOrders(db, rows, shown),
    publicUsers(db, columnOf(rows, 'playerId')),
    movedBy(db, ids),
  ]);
  const found = rows.map(({ id, playerId, tradeId, tradeStatus }, at): TradeSearchResult => {
    const [order, user] = [views[at], users.get(playerId)];
    invariant(order?.id === id && user, `${id} is shown with its player`);
    return { user, order, tradeId, tradeStatus, moved: (moved.get(id) ?? []).map(shownMove) };
  });
  return { found };
}

/** Each branch uses its own index, newest first, and reads no more rows than the result can hold. */
function idsOf({ kind, text }: TradeClue): Sql {
  if (kind === 'CODE') return sql`select id from trade_orders where code = ${text}`;
  if (kind === 'ORDER') return sql`select id from trade_orders where id = ${text}`;
  if (kind === 'ITEM')
    return sql`
      select distinct order_id as id from trade_order_items where item_id = ${text}
      order by id desc limit ${TRADE_SEARCH_LIMIT}`;
  return sql`
    select id from trade_orders where offer_id = ${text}
    union select id from trade_orders where trade_id = ${text}
    union (select order_id from trade_moves where trade_id = ${text} limit ${TRADE_SEARCH_LIMIT})
    union (select order_id from trade_moves where asset_id = ${text}
      order by order_id desc limit ${TRADE_SEARCH_LIMIT})
    union (select order_id from trade_moves where new_asset_id = ${text}
      order by order_id desc limit ${TRADE_SEARCH_LIMIT})
    union (select order_id from trade_order_items where asset_id = ${text}
      order by order_id desc limit ${TRADE_SEARCH_LIMIT})
    order by id desc limit ${TRADE_SEARCH_LIMIT}`;
}

function shownMove({ tradeId, direction, appId, itemId, ...ids }: MovedItem): TradeSearchResult['moved'][number] {
  const before = { appId, contextId: ids.contextId, assetId: ids.assetId };
  return { tradeId, direction, before, after: { appId, contextId: ids.newContextId, assetId: ids.newAssetId }, itemId };
}

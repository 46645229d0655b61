/** Trade orders as views, each field named: the only form in which they are published. */
import { cents, sumCents, usd } from '@fairpot/contract/wire/money';
import { TRADE_REASONS } from '@fairpot/contract/trades/calls';
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import type { Config } from '../platform/process/config.ts';
import type { SteamGateway } from '../platform/process/steam-port.ts';
import { columnOf, type Db } from '../platform/database/sql.ts';
import { getKnown } from '../platform/runner/refused.ts';
import { itemTypes, presentSkin } from '../vault/types.ts';
import { betsOf } from './bets/store.ts';
import { itemsOf, type TradeOrderRow } from './store.ts';

/** The page of an offer; in a demo the simulator's page, on this site's own port. */
const PAGES = { live: 'https://steamcommunity.com/tradeoffer/', demo: '/sim/steam/tradeoffer/' } as const;

export interface OrderViewOptions {
  readonly mode: Config['mode'];
  readonly avatar: SteamGateway['avatar'];
}

/** The orders in the given order, with their items at the prices locked into them. */
export async function presentOrders(
  db: Db,
  orders: readonly TradeOrderRow[],
  shown: OrderViewOptions,
): Promise<TradeOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.id);
  const [items, bets] = await Promise.all([itemsOf(db, ids), betsOf(db, ids)]);
  const types = await itemTypes(db, columnOf(items, 'itemType'));
  const creditedOf = (order: TradeOrderRow) =>
    sumCents(items.filter((item) => item.orderId === order.id).map((item) => item.creditedCents ?? cents(0)));
  return orders.map((order) => ({
    id: order.id,
    version: order.version,
    kind: order.kind,
    state: order.state,
    code: order.code,
    appId: order.appId,
    toBalance: order.toBalance && !order.late,
    totalUsd: usd(order.cents),
    creditedUsd: isCredited(order) ? usd(creditedOf(order)) : null,
    items: items
      .filter((item) => item.orderId === order.id)
      .map((item) => ({
        item: presentSkin(getKnown(types, item.itemType), cents(item.cents)),
        itemId: item.itemId,
        assetId: item.heldAssetId ?? item.assetId,
        creditedUsd: item.creditedCents === null ? null : usd(item.creditedCents),
      })),
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    offerId: order.offerId,
    bot: order.botName === null ? null : presentBot(order, order.botName, shown),
    offerUrl: order.offerId && `${PAGES[shown.mode]}${order.offerId}/`,
    clientUrl: order.offerId && `steam://openurl/${PAGES.live}${order.offerId}/`,
    protectedUntil: order.state === 'ACCEPTED' ? order.settlesAt : null,
    booked: order.bookedAt !== null,
    released: order.releasedAt !== null,
    returned: order.returnedAt !== null,
    reason: order.reason,
    reasonText: order.reason === null ? '' : TRADE_REASONS[order.reason],
    bet: bets.get(order.id) ?? null,
  }));
}

/** Whether the balance has what this deposit is worth. */
function isCredited({ toBalance, late, releasedAt }: TradeOrderRow): boolean {
  return toBalance && !late && releasedAt !== null;
}

function presentBot(order: TradeOrderRow, name: string, { avatar }: OrderViewOptions): TradeOrder['bot'] {
  return { name, level: order.botLevel, sinceAt: order.botSinceAt, avatar: avatar(order.botAvatar) };
}

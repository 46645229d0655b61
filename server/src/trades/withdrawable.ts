/**
 * What a player can withdraw: free items with what backs each, and items that still have to wait, so that the page can show the effect of
 * an order before the click.
 */
import { usd, cents } from '@fairpot/contract/wire/money';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { withdrawItems } from '@fairpot/contract/trades/schemas';
import { columnOf, type Db } from '../platform/database/sql.ts';
import { getKnown } from '../platform/runner/refused.ts';
import { everythingAvailable } from '../vault/items.ts';
import { doubtOf, itemTypes, presentSkin } from '../vault/types.ts';
import { backCentsOf } from './rules.ts';
import { assetsOfPlayer, readFreeStock, protectedOf } from './withdrawable-store.ts';

/** An older check of our own account is ignored. */
const STOCK_FRESH_MS = 15 * 60_000;

export async function listWithdrawable(
  db: Db,
  playerId: string,
  now: number,
): Promise<CallOutput<typeof withdrawItems>> {
  const [available, waiting] = await Promise.all([everythingAvailable(db, playerId), protectedOf(db, playerId)]);
  // An item can be free to stake and still not yet withdrawable.
  const protectedIds = new Set(waiting.map((item) => item.itemId));
  const free = available.filter((item) => !protectedIds.has(item.id));
  const ids = free.map((item) => item.id);
  const [assets, stock, types] = await Promise.all([
    assetsOfPlayer(db, ids),
    readFreeStock(
      db,
      free.map(({ appId, marketHashName }) => ({ appId, marketHashName })),
      now - STOCK_FRESH_MS,
    ),
    itemTypes(db, columnOf(waiting, 'itemType')),
  ]);
  return {
    items: free.map((item) => {
      const asset = assets.get(item.id);
      const own = asset?.broughtBy === playerId && item.kind === 'DEPOSIT';
      const price = { cents: item.cents, isDoubted: doubtOf(item, now) !== null };
      return {
        id: item.id,
        type: item.kind,
        item: presentSkin(item, item.cents),
        backUsd: usd(cents(backCentsOf(price, own ? asset.broughtCents : null) ?? item.cents)),
        hasAsset: asset !== undefined,
        inStock: stock(item.appId, item.marketHashName),
        ...(item.details !== null && { details: item.details }),
      };
    }),
    waiting: waiting.map(({ itemId, itemType, cents: price, orderId, settlesAt }) => {
      const item = presentSkin(getKnown(types, itemType), price);
      return { id: itemId, item, orderId, protectedUntil: settlesAt };
    }),
  };
}

/** Market rows in wire format. */
import { parseMarketName } from '@fairpot/catalogue/names';
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { usd } from '@fairpot/contract/wire/money';
import { getKnown } from '../platform/runner/refused.ts';
import { presentSkin, type ItemTypeRow } from '../vault/types.ts';
import { doubtAt } from './pricing.ts';
import { askOf } from './rules.ts';
import type { ListingRow } from './store.ts';

/** Listings at their current prices. `details`: of the assets behind them, by item. */
export function presentListings(
  rows: readonly ListingRow[],
  types: ReadonlyMap<string, ItemTypeRow>,
  { spreadBps, now }: { readonly spreadBps: number; readonly now: number },
  details: ReadonlyMap<string, ItemDetails> = new Map(),
): MarketItem[] {
  return rows.map((row) => {
    const type = getKnown(types, row.itemType);
    const shown = details.get(row.itemId);
    const price = askOf(row.referenceCents, spreadBps);
    return {
      id: row.itemId,
      name: type.marketHashName,
      appId: type.appId,
      priceUsd: usd(price),
      itemTypeLvl: parseMarketName(type.marketHashName, type.appId).itemTypeLvl,
      item: presentSkin(type, price),
      doubt: doubtAt(row, now),
      pricedAt: row.pricedAt,
      ...(shown !== undefined && { details: shown }),
    };
  });
}

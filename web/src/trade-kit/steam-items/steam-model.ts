/** Steam items as the picker lists them. Pure. */
import type { SteamItem } from '@fairpot/contract/inventory/schemas';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { indexItems, type PickerIndex } from '../../games-kit/inventory/picker-model.ts';
import { priceDoubtText } from '../../ui/values/price-doubt.ts';
import { steamTexts, texts } from '../texts.ts';

/** Steam app id of a game whose items are traded. */
export type SteamGame = (typeof MARKET_GAMES)[number]['appId'];
export type SteamUse = 'deposit' | 'stake';

/** Minimum value of an item. The server already leaves out items of 0.50 and less (spec 5); a stake has the minimum of a bet. */
const MIN_CENTS: Readonly<Record<SteamUse, number>> = { deposit: 0, stake: MIN_ITEM_CENTS };

export interface SteamIndexOptions {
  readonly use: SteamUse;
  /** Assets in open trade offers. An asset can be in only one. */
  readonly inOffers: ReadonlySet<string>;
  /** False: items of this game are not accepted now, so none can be chosen. */
  readonly accepted?: boolean;
}

/** The picker's index of Steam items, by asset id. `hiddenCount` is how many the server left out. */
export function indexSteamItems(
  items: readonly SteamItem[],
  hiddenCount: number,
  { use, inOffers, accepted = true }: SteamIndexOptions,
): PickerIndex {
  const all = items.map((item) => ({
    id: item.assetId,
    skin: item,
    cents: centsFromUsd(item.priceUsd),
    blocked: accepted ? blockedOf(item, inOffers) : steamTexts.notAccepted,
    details: item.details,
    ...(item.premium && use === 'deposit' && { note: steamTexts.asItem }),
  }));
  return indexItems(all, MIN_CENTS[use], hiddenCount);
}

/** Why an item cannot be chosen, short enough for a tile; null if it can. */
function blockedOf({ assetId, doubt, enough }: SteamItem, inOffers: ReadonlySet<string>): string | null {
  if (doubt !== null) return steamTexts.notAccepted;
  if (enough) return steamTexts.enough;
  return inOffers.has(assetId) ? steamTexts.inOffer : null;
}

export interface RejectedItem {
  readonly item: SteamItem;
  /** The reason as a sentence. */
  readonly why: string;
}

/** An item without any price is of a phase that is not in our list. */
function whyOf({ priceUsd, pricedAt }: SteamItem, doubt: PriceDoubt): string {
  return centsFromUsd(priceUsd) === 0 ? texts.steamItems.noPrice : priceDoubtText(doubt, pricedAt);
}

/** Items with a doubtful price, each with the reason. */
export function rejectedItems(items: readonly SteamItem[]): RejectedItem[] {
  return items.flatMap((item) => (item.doubt === null ? [] : [{ item, why: whyOf(item, item.doubt) }]));
}

/** 'Rust'. An unknown app id is shown as a number. */
export function gameLabel(appId: number): string {
  return MARKET_GAMES.find((game) => game.appId === appId)?.label ?? String(appId);
}

/** Items at Steam as the picker lists them. Pure; called by the picker's hook and its tests. */
import type { SteamItem } from '@fairpot/contract/inventory/schemas';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { indexItems, type PickerIndex } from '../../games-kit/inventory/picker-model.ts';
import { messages } from '../../messages.ts';
import { priceDoubtText } from '../../ui/values/price-doubt.ts';

/** Steam app id of a game whose items are traded. */
export type SteamGame = (typeof MARKET_GAMES)[number]['appId'];
export type SteamUse = 'deposit' | 'stake';

/** Of what the server offers at all, a stake takes what a bet takes; the server leaves out 0.50 and less (spec 5). */
const LEAST_CENTS: Readonly<Record<SteamUse, number>> = { deposit: 0, stake: MIN_ITEM_CENTS };

export interface SteamTerms {
  readonly use: SteamUse;
  /** Assets in open trade offers: none is in two. */
  readonly inOffers: ReadonlySet<string>;
}

/** The picker's index of items at Steam, by asset id. `hiddenCount`: how many the server left out. */
export function indexSteamItems(
  items: readonly SteamItem[],
  hiddenCount: number,
  { use, inOffers }: SteamTerms,
): PickerIndex {
  const all = items.map((item) => ({
    id: item.assetId,
    skin: item,
    cents: centsFromUsd(item.priceUsd),
    blocked: blockedOf(item, inOffers),
  }));
  return indexItems(all, LEAST_CENTS[use], hiddenCount);
}

/** Why it cannot be chosen, in the room that a tile has; null when it can. */
function blockedOf({ assetId, doubt, enough }: SteamItem, inOffers: ReadonlySet<string>): string | null {
  if (doubt !== null) return messages.trade.notAccepted;
  if (enough) return messages.trade.enough;
  return inOffers.has(assetId) ? messages.trade.inOffer : null;
}

export interface NotAccepted {
  readonly item: SteamItem;
  /** The reason as a sentence. */
  readonly why: string;
}

/** Items whose price nobody confirms, which is no price, each with the reason. */
export function notAccepted(items: readonly SteamItem[]): NotAccepted[] {
  return items.flatMap((item) =>
    item.doubt === null ? [] : [{ item, why: priceDoubtText(item.doubt, item.pricedAt) }],
  );
}

/** 'Rust'. An app id that is not listed is shown as it is. */
export function gameLabel(appId: number): string {
  return MARKET_GAMES.find((game) => game.appId === appId)?.label ?? String(appId);
}

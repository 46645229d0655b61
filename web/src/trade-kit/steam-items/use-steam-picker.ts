/**
 * The picker of a player's Steam items of one game: the items, those not accepted with the reason, and the button that reloads them from
 * Steam. Used by the deposit page and by the windows that stake straight from Steam.
 */
import { useMemo } from 'react';
import { steamInventory, uncacheSteam } from '@fairpot/contract/inventory/calls';
import type { SteamItem } from '@fairpot/contract/inventory/schemas';
import { MAX_ITEMS_PER_BET } from '@fairpot/contract/inventory/item';
import { steamTexts } from '../texts.ts';
import type { PickerWords } from '../../games-kit/inventory/inventory-picker.tsx';
import { usePickerOf, type Picker } from '../../games-kit/inventory/use-picker.ts';
import { ask } from '../../platform/calls/api.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { reloadItems, toastRefusal } from '../../platform/page/toasts.ts';
import { useAssetsInOffers } from '../orders/use-orders.ts';
import { steamWords } from './steam-words.tsx';
import { indexSteamItems, type SteamGame, type SteamUse } from './steam-model.ts';

export interface SteamPicker {
  readonly picker: Picker;
  /** For `InventoryPicker` or `PickerBody`. */
  readonly words: PickerWords;
  /** The chosen items, in the form that POST /market/buy/steam and the games' Steam calls take. */
  readonly chosen: readonly SteamItem[];
}

/** `use`: a deposit takes up to `deposit.maxCount` items over 0.50, a stake up to a bet's 15 of at least 1.00. */
export function useSteamPicker(appId: SteamGame, use: SteamUse): SteamPicker {
  const answer = useAsk(steamInventory, { appId, contextId: 2 });
  const inOffers = useAssetsInOffers(appId);
  const settings = useSettings()?.deposit;
  const accepted = settings?.appIds.includes(appId) ?? true;
  const { data } = answer;
  const index = useMemo(
    () => (data ? indexSteamItems(data.items, data.hiddenCount, { use, inOffers, accepted }) : null),
    [data, use, inOffers, accepted],
  );
  const most = Math.max(settings?.maxCount ?? 1, 1);
  const cap = use === 'deposit' ? most : Math.min(most, MAX_ITEMS_PER_BET);
  const picker = usePickerOf({
    index,
    isError: answer.isError,
    error: answer.error,
    cap,
    ...(use === 'deposit' && { full: steamTexts.offerFull(cap) }),
    reloading: answer.isFetching,
    // The server does not cache refusals: only a cached inventory has to be cleared first.
    reload: () => void refresh(data !== undefined, answer.refetch),
  });
  const chosen = useMemo(() => {
    const byAsset = new Map(data?.items.map((item) => [item.assetId, item]));
    return picker.selection.flatMap((id) => byAsset.get(id) ?? []);
  }, [data, picker.selection]);
  return { picker, words: steamWords(appId, use, picker, answer), chosen };
}

async function refresh(
  wasRead: boolean,
  refetch: () => Promise<{ readonly isError: boolean; readonly error: unknown }>,
): Promise<void> {
  try {
    if (wasRead) await ask(uncacheSteam, {});
  } catch (error) {
    return toastRefusal(error);
  }
  await reloadItems(refetch);
}

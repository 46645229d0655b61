/**
 * A bet from Steam, from the click to its end: the trade link, the CONFIRM TRADE window, and the outcome of the bet. Used by game windows
 * that stake straight from Steam, around their `useSend`.
 */
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { messages } from '../../messages.ts';
import type { ApiRefusal } from '../../platform/calls/api.ts';
import { openModal } from '../../platform/page/modal.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { toastError } from '../../platform/page/toasts.ts';
import '../modals.ts';
import { refetchOrders } from '../orders/use-orders.ts';
import type { SteamGame } from '../steam-items/steam-model.ts';
import { useTradeLinkGuard } from '../trade-link.ts';

export interface SteamBetOptions {
  /** Keeps the selected items (`SteamPicker.keep`). */
  readonly keep: () => void;
  /** What happens once the items have arrived, as a sentence. */
  readonly then: string;
  /** Called when the bet is placed in this round while its trade's window is open. */
  readonly onPlaced: (gameId: string) => void;
}

export interface SteamBetFlow {
  /** True if a bet can be ordered. If false, a toast shows what is missing. */
  readonly check: () => boolean;
  /** For `onAccepted`. */
  readonly onOrdered: (answer: { readonly orderId: string }) => void;
  /** For `onRefused`: true if the refusal is handled. */
  readonly handleRefusal: (refusal: ApiRefusal) => boolean;
}

export function useSteamBet({ keep, then, onPlaced }: SteamBetOptions): SteamBetFlow {
  const guard = useTradeLinkGuard(keep);
  return {
    check: guard.check,
    handleRefusal: guard.handleRefusal,
    onOrdered: ({ orderId }) => {
      refetchOrders();
      openModal('trade.confirm', { orderId, then, onOrder: (order) => follow(order, onPlaced) });
    },
  };
}

/** Reacts to a new version of the order. A bet that could not be placed is reported by a server notification, on any page. */
function follow({ bet, offerId }: TradeOrder, onPlaced: (gameId: string) => void): void {
  if (bet?.state === 'PLACED' && bet.gameId !== null) onPlaced(bet.gameId);
  else if (bet?.state === 'NONE' && offerId === null) toastError(messages.say.somethingWrong);
}

/** The game whose items are accepted now. */
export function useOpenGame(): SteamGame | undefined {
  return useSettings()?.global.appid as SteamGame | undefined;
}

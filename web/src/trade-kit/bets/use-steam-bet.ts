/**
 * A bet from Steam from the press to its end: the trade link, the CONFIRM TRADE window, and what the order says of the bet. Used by
 * the windows of games that stake straight from Steam, around their `useSend`.
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
  /** What happens when the items have come, as a sentence. */
  readonly then: string;
  /** The bet is placed, in this round, while its trade's window is open. */
  readonly onPlaced: (gameId: string) => void;
}

export interface SteamBetFlow {
  /** True when a bet can be asked for; false: the person was told what is missing. */
  readonly check: () => boolean;
  /** For `onAccepted`. */
  readonly ordered: (answer: { readonly orderId: string }) => void;
  /** For `onRefused`: true when the refusal has been handled. */
  readonly refused: (refusal: ApiRefusal) => boolean;
}

export function useSteamBet({ then, onPlaced }: SteamBetOptions): SteamBetFlow {
  const guard = useTradeLinkGuard();
  return {
    check: guard.check,
    refused: guard.refused,
    ordered: ({ orderId }) => {
      refetchOrders();
      openModal('trade.confirm', { orderId, then, onOrder: (order) => follow(order, onPlaced) });
    },
  };
}

/** What was left is told by the server, with the reason, wherever the person is. */
function follow({ bet, offerId }: TradeOrder, onPlaced: (gameId: string) => void): void {
  if (bet?.state === 'PLACED' && bet.gameId !== null) onPlaced(bet.gameId);
  else if (bet?.state === 'NONE' && offerId === null) toastError(messages.say.somethingWrong);
}

/** The game whose items are taken now. */
export function useOpenGame(): SteamGame | undefined {
  return useSettings()?.global.appid as SteamGame | undefined;
}

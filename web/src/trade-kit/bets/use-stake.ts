/** The command behind a stake form, with items of the site or from Steam: its picker, its state, and what a refusal refetches. */
import { steamInventory } from '@fairpot/contract/inventory/calls';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import type { CommandEndpoint } from '@fairpot/contract/wire/call';
import type { StakeToRepeat } from '../../games-kit/inventory/picker-model.ts';
import { usePicker } from '../../games-kit/inventory/use-picker.ts';
import { itemsChanged } from '../../games-kit/items-changed.ts';
import { messages } from '../../messages.ts';
import type { ApiRefusal } from '../../platform/calls/api.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { openModal } from '../../platform/page/modal.ts';
import { playCue } from '../../platform/page/sound.ts';
import { toastError } from '../../platform/page/toasts.ts';
import '../modals.ts';
import { refetchOrders } from '../orders/use-orders.ts';
import type { SteamGame } from '../steam-items/steam-model.ts';
import { useSteamPicker } from '../steam-items/use-steam-picker.ts';
import { useTradeLinkGuard } from '../trade-link.tsx';
import type { StakeWindow } from './stake-form.tsx';

export interface Stake<Input> {
  readonly window: StakeWindow;
  /** Stakes the selected items. */
  readonly run: (input: Input) => void;
}

/** Returning true: the refusal is handled. */
type OnRefused = (refusal: ApiRefusal) => boolean | void;

export interface SiteStakeOptions<C extends CommandEndpoint> {
  /** A stake to repeat. */
  readonly again?: StakeToRepeat | undefined;
  readonly onPlaced: (answer: OutputOf<C>) => void;
  readonly onRefused?: OnRefused;
}

/** A stake of site items, placed immediately. */
export function useSiteStake<C extends CommandEndpoint>(
  command: C,
  { again, onPlaced, onRefused }: SiteStakeOptions<C>,
): Stake<Omit<InputOf<C>, 'inventoryIds'>> {
  const picker = usePicker(again);
  const { phase, refusal, run } = useSend(command, {
    onAccepted: (answer) => {
      playCue('bet');
      itemsChanged();
      onPlaced(answer);
    },
    onRefused: (refused) => {
      if (refused.code === 'ITEM_NOT_AVAILABLE') itemsChanged();
      return onRefused?.(refused);
    },
  });
  return {
    window: { source: 'site', picker, sent: phase === 'sent', refusal },
    run: (input) => void run({ ...input, inventoryIds: [...picker.selection] } as InputOf<C>),
  };
}

export interface SteamStakeOptions {
  /** What happens once the items have arrived, as a sentence. */
  readonly then: string;
  /** Called when the bet is placed in this round while its trade's window is open. */
  readonly onPlaced: (gameId: string) => void;
  readonly onRefused?: OnRefused;
}

/** A stake of Steam items: the trade link, the CONFIRM TRADE window, and the outcome of the bet. */
export function useSteamStake<C extends CommandEndpoint>(
  command: C,
  appId: SteamGame,
  { then, onPlaced, onRefused }: SteamStakeOptions,
): Stake<Omit<InputOf<C>, 'assetIds'>> {
  const { picker, words } = useSteamPicker(appId, 'stake');
  const guard = useTradeLinkGuard();
  const { phase, refusal, run } = useSend(command, {
    onAccepted: (answer) => {
      refetchOrders();
      const { orderId } = answer as { orderId: string };
      openModal('trade.confirm', { orderId, then, onOrder: (order) => follow(order, onPlaced) });
    },
    onRefused: (refused) => {
      if (refused.code === 'ITEM_NOT_AVAILABLE') void refetchAll(steamInventory);
      return onRefused?.(refused) === true || guard.handleRefusal(refused);
    },
  });
  return {
    window: { source: 'steam', picker, words, sent: phase === 'sent', refusal, tradeLink: guard.field },
    run: (input) => {
      if (guard.check()) void run({ ...input, assetIds: [...picker.selection] } as InputOf<C>);
    },
  };
}

/** Reacts to a new version of the order. A bet that could not be placed is reported by a server notification, on any page. */
function follow({ bet, offerId }: TradeOrder, onPlaced: (gameId: string) => void): void {
  if (bet?.state === 'PLACED' && bet.gameId !== null) {
    playCue('bet');
    onPlaced(bet.gameId);
  } else if (bet?.state === 'NONE' && offerId === null) toastError(messages.say.somethingWrong);
}

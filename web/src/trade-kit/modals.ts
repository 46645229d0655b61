/** Registers the CONFIRM TRADE window. Modules that open it import this one. */
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { messages } from '../messages.ts';
import { registerModal } from '../platform/page/modal.ts';

declare module '../platform/page/modal.ts' {
  interface ModalViews {
    'trade.confirm': {
      readonly orderId: string;
      /** What happens once the items have arrived, if the order itself does not say it: 'Then they are your stake.' */
      readonly then?: string;
      /** Called with each version of the order that arrives while the window is open. */
      readonly onOrder?: (order: TradeOrder) => void;
    };
  }
}

registerModal('trade.confirm', {
  title: messages.modal.confirmTrade,
  load: () => import('./orders/confirm-trade.tsx').then((module) => module.ConfirmTrade),
});

/** The CONFIRM TRADE window. Imported by whoever opens it. */
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { messages } from '../messages.ts';
import { registerModal } from '../platform/page/modal.ts';

declare module '../platform/page/modal.ts' {
  interface ModalViews {
    'trade.confirm': {
      readonly orderId: string;
      /** What happens with the items once they are here, when it is more than the order says: 'Then they are your stake.' */
      readonly then?: string;
      /** Called with each version of the order that comes in while the window is open. */
      readonly onOrder?: (order: TradeOrder) => void;
    };
  }
}

registerModal('trade.confirm', {
  title: messages.modal.confirmTrade,
  load: () => import('./orders/confirm-trade.tsx').then((module) => module.ConfirmTrade),
});

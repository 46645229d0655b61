/** Registers the cart's window, for screens without room beside the list. Imported by the bar that opens it. */
import { registerModal } from '../../../platform/page/modal.ts';
import { texts } from '../texts.ts';
import { CartContent } from './cart-panel.tsx';

declare module '../../../platform/page/modal.ts' {
  interface ModalViews {
    'market.cart': Record<string, never>;
  }
}

registerModal('market.cart', {
  title: texts.cart.title,
  size: 'sm',
  load: () => Promise.resolve(CartContent),
});

/** The bar at the bottom of screens without room for the cart, while something is in it. */
import { openModal, registerModal } from '../../../platform/page/modal.ts';
import { CartBar } from '../../../trade-kit/cart/cart.tsx';
import { buyable, totalOf, useCart } from './cart-store.ts';
import { texts } from '../texts.ts';
import { CartContent } from './cart-panel.tsx';

declare module '../../../platform/page/modal.ts' {
  interface ModalViews {
    'market.cart': Record<string, never>;
  }
}

/** The cart's window, for screens without room beside the list. */
registerModal('market.cart', {
  title: texts.cart.title,
  size: 'sm',
  load: () => Promise.resolve(CartContent),
});

export function MarketCartBar() {
  const entries = useCart((cart) => cart.entries);
  if (entries.length === 0) return null;
  return (
    <CartBar count={buyable(entries).length} total={totalOf(entries)} onOpen={() => openModal('market.cart', {})} />
  );
}

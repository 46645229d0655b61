/** At the bottom of the screen while something is in the cart and there is no room for the cart itself. */
import { openModal } from '../../../platform/page/modal.ts';
import { CartBar } from '../../../trade-kit/cart/cart.tsx';
import { buyable, totalOf, useCart } from './cart-store.ts';
import './modals.ts';

export function MarketCartBar() {
  const entries = useCart((cart) => cart.entries);
  if (entries.length === 0) return null;
  return (
    <CartBar count={buyable(entries).length} total={totalOf(entries)} onOpen={() => openModal('market.cart', {})} />
  );
}

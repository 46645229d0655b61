/** The bar at the bottom of screens without room for the cart, while something is in it. */
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

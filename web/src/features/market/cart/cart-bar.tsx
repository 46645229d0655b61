/** At the bottom of the screen while something is in the cart and there is no room for the cart itself. */
import { ShoppingCart } from 'lucide-react';
import { openModal } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { buyable, totalOf, useCart } from './cart-store.ts';
import './modals.ts';

export function CartBar() {
  const entries = useCart((cart) => cart.entries);
  if (entries.length === 0) return null;
  const count = buyable(entries).length;
  return (
    <div className="market-bar">
      <p className="min-w-0 text-sm text-fg-2">
        <strong className="text-fg">{count}</strong> {count === 1 ? 'item' : 'items'}
        <Money cents={totalOf(entries)} className="ml-3 text-lg font-black text-fg" />
      </p>
      <Button
        variant="primary"
        icon={<ShoppingCart aria-hidden size={16} />}
        onClick={() => openModal('market.cart', {})}
      >
        Open cart
      </Button>
    </div>
  );
}

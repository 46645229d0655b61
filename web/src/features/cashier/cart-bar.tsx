/** On narrow screens the cart is below the items. This bar leads to it while something is selected and the cart is out of sight. */
import { useEffect, useState } from 'react';
import type { Picker } from '../../games-kit/inventory/use-picker.ts';
import { CartBar } from '../../trade-kit/cart/cart.tsx';

/** A cart counts as in sight only when its head is well above the bottom edge: what matters is further down. */
const IN_SIGHT = { rootMargin: '0px 0px -35% 0px' };

export interface StickyCartBarProps {
  readonly picker: Picker;
  /** Id of the focusable element that holds the cart. */
  readonly cartId: string;
}

export function StickyCartBar({ picker, cartId }: StickyCartBarProps) {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    const cart = document.getElementById(cartId);
    if (!cart) return undefined;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false), IN_SIGHT);
    observer.observe(cart);
    return () => observer.disconnect();
  }, [cartId]);
  if (picker.selection.length === 0 || inSight) return null;
  const show = () => {
    const cart = document.getElementById(cartId);
    cart?.scrollIntoView({ block: 'start' });
    cart?.focus({ preventScroll: true });
  };
  return <CartBar count={picker.selection.length} total={picker.total} onOpen={show} />;
}

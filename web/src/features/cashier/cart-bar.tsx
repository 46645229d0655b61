/** On narrow screens the cart of a page lies below its items: the bar that leads there, while something is chosen and the cart is out of sight. */
import { useEffect, useState } from 'react';
import type { Picker } from '../../games-kit/inventory/use-picker.ts';
import { CartBar } from '../../trade-kit/cart/cart.tsx';

/** A cart whose head has just come in at the bottom is not in sight yet: what matters of it is further down. */
const IN_SIGHT = { rootMargin: '0px 0px -35% 0px' };

export interface BelowBarProps {
  readonly picker: Picker;
  /** Id of the element that holds the cart; it can be focused. */
  readonly cartId: string;
}

export function BelowBar({ picker, cartId }: BelowBarProps) {
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

/** The items of an order as small pictures, with name and price at the time of the order. */
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { hexColor, ItemArt } from '../../ui/values/item-tile.tsx';
import { itemCount, texts } from '../texts.ts';

export interface OrderItemsProps {
  readonly items: TradeOrder['items'];
  /** How many are pictures; the rest is a number. All by default. */
  readonly most?: number;
  readonly className?: string;
}

export function OrderItems({ items, most = items.length, className }: OrderItemsProps) {
  const more = items.length - most;
  return (
    <ul aria-label={itemCount(items.length)} className={cx('flex min-w-0 flex-wrap items-center gap-1.5', className)}>
      {items.slice(0, most).map(({ item, itemId }, n) => {
        const name = item.itemName === '' ? item.name : `${item.name} ${item.itemName}`;
        const text = `${name}, ${formatUsd(centsFromUsd(item.priceUsd))}`;
        return (
          <li
            key={n}
            title={text}
            style={{ borderColor: hexColor(item.colorHex) }}
            className="w-14 rounded-sm border-b-2 bg-ink-4 px-1 pt-0.5"
          >
            {itemId === null ? (
              <>
                <span className="visually-hidden">{text}</span>
                <ItemArt icon={item.icon} />
              </>
            ) : (
              <Link to={`/item/${itemId}`} aria-label={texts.orders.itemHistory(text)} className="block">
                <ItemArt icon={item.icon} />
              </Link>
            )}
          </li>
        );
      })}
      {more > 0 && <li className="px-1 text-xs font-bold text-fg-2">+{more}</li>}
    </ul>
  );
}

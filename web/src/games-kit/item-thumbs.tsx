/** Staked items as thumbnails: as many as fit, the rest as a number. Used by the rows of item games. */
import type { CSSProperties } from 'react';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { cx } from '../ui/layout/cx.ts';
import { hexColor, ItemArt } from '../ui/values/item-tile.tsx';
import { itemName } from './item-name.ts';
import { texts } from './texts.ts';

export interface ItemThumbsProps {
  readonly items: readonly StakedItem[];
  /** How many are shown as pictures. */
  readonly max: number;
  readonly className?: string;
  /** Class of each picture: its width and colour. */
  readonly thumbClass: string;
  /** Hidden from screen readers, because the row around them says how many there are. */
  readonly quiet?: boolean;
}

export function ItemThumbs({ items, max, className, thumbClass, quiet = false }: ItemThumbsProps) {
  const [List, Item] = quiet ? (['div', 'span'] as const) : (['ul', 'li'] as const);
  const more = items.length - max;
  return (
    <List
      aria-label={quiet ? undefined : texts.items.count(items.length)}
      className={cx('flex min-w-0 items-center overflow-hidden', className)}
    >
      {items.slice(0, max).map((staked) => (
        <ItemThumb key={staked.id} staked={staked} className={thumbClass} quiet={quiet} />
      ))}
      {more > 0 && <Item className="shrink-0 px-0.5 text-2xs font-bold text-fg-2">+{more}</Item>}
    </List>
  );
}

export interface ItemThumbProps {
  readonly staked: StakedItem;
  readonly className: string;
  readonly quiet?: boolean;
  readonly style?: CSSProperties;
}

/** One item in a list, with name and price as tooltip and for screen readers. */
export function ItemThumb({ staked: { item }, className, quiet = false, style }: ItemThumbProps) {
  const Item = quiet ? 'span' : 'li';
  const text = texts.items.named(itemName(item), formatUsd(centsFromUsd(item.priceUsd)));
  return (
    <Item
      title={text}
      style={{ ...style, borderColor: hexColor(item.colorHex) }}
      className={cx('min-w-0 rounded-sm border-b-2', className)}
    >
      {!quiet && <span className="visually-hidden">{text}</span>}
      <ItemArt icon={item.icon} />
    </Item>
  );
}

export function mostExpensiveFirst(items: readonly StakedItem[]): readonly StakedItem[] {
  return [...items].sort((a, b) => centsFromUsd(b.item.priceUsd) - centsFromUsd(a.item.priceUsd));
}

/** Staked items as small pictures: as many as there is room for, the rest as a number. Called by the rows of item games. */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { cx } from '../ui/layout/cx.ts';
import { hexColor, ItemArt } from '../ui/values/item-tile.tsx';

export interface ItemThumbsProps {
  readonly items: readonly StakedItem[];
  /** So many are pictures. */
  readonly most: number;
  readonly className?: string;
  /** Of each picture: its width and colour. */
  readonly thumbClass: string;
  /** Not read out: the row around them says how many there are. */
  readonly quiet?: boolean;
}

export function ItemThumbs({ items, most, className, thumbClass, quiet = false }: ItemThumbsProps) {
  const [List, Item] = quiet ? (['div', 'span'] as const) : (['ul', 'li'] as const);
  const more = items.length - most;
  return (
    <List
      aria-label={quiet ? undefined : `${items.length} items`}
      className={cx('flex min-w-0 items-center overflow-hidden', className)}
    >
      {items.slice(0, most).map((staked) => (
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
}

/** One item in a list, named and priced for who hovers and for who listens. */
export function ItemThumb({ staked: { item }, className, quiet = false }: ItemThumbProps) {
  const Item = quiet ? 'span' : 'li';
  const text = `${item.name} ${item.itemName}, ${formatUsd(centsFromUsd(item.priceUsd))}`;
  return (
    <Item
      title={text}
      style={{ borderColor: hexColor(item.colorHex) }}
      className={cx('min-w-0 rounded-sm border-b-2', className)}
    >
      {!quiet && <span className="visually-hidden">{text}</span>}
      <ItemArt icon={item.icon} />
    </Item>
  );
}

/** The dearest items first. */
export function dearestFirst(items: readonly StakedItem[]): readonly StakedItem[] {
  return [...items].sort((a, b) => centsFromUsd(b.item.priceUsd) - centsFromUsd(a.item.priceUsd));
}

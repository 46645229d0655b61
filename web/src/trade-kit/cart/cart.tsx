/**
 * The parts of every cart: the panel beside a list, its rows, its sums, and the bar of narrow screens. The market, the deposit and the
 * withdraw page supply entries, texts and button.
 */
import { Info, ShoppingCart, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { AssetDetails } from '../../games-kit/inventory/asset-details.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { hexColor, ItemArt, type TileSkin } from '../../ui/values/item-tile.tsx';
import { Money } from '../../ui/values/money.tsx';
import { texts } from './texts.ts';

export interface CartPanelProps {
  /** Without it there is no button that clears the cart. */
  readonly onClear?: (() => void) | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The cart as a panel, with the button that empties it. */
export function CartPanel({ onClear, className, children }: CartPanelProps) {
  return (
    <Panel
      aria-label={texts.title}
      title={
        <span className="flex items-center gap-2">
          <ShoppingCart aria-hidden size={18} /> {texts.title}
        </span>
      }
      actions={
        onClear && (
          <Button variant="quiet" icon={<Trash2 aria-hidden size={15} />} onClick={onClear}>
            {texts.clear}
          </Button>
        )
      }
      className={className}
      flush
    >
      <div className="grid gap-3 p-4">{children}</div>
    </Panel>
  );
}

export interface CartRow {
  readonly id: string;
  readonly skin: TileSkin;
  readonly cents: Cents;
  /** Path of the item's page. */
  readonly to?: string;
  /** Why it no longer counts; shown in place of its price. */
  readonly gone?: string | undefined;
  /** Of the asset that changes hands. */
  readonly details?: ItemDetails | undefined;
}

export interface CartRowsProps {
  readonly rows: readonly CartRow[];
  readonly onRemove: (id: string) => void;
  /** Text of an empty cart: what to do first. */
  readonly empty: string;
}

/** The chosen items, each with a button that removes it; or what to do first. */
export function CartRows({ rows, onRemove, empty }: CartRowsProps) {
  if (rows.length === 0)
    return (
      <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-sm text-fg-2">
        {empty}
      </p>
    );
  return (
    <ul
      aria-label={texts.rows}
      className="grid max-h-[max(160px,100dvh-560px)] gap-1.5 overflow-y-auto overscroll-contain"
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function Row({ row, onRemove }: { readonly row: CartRow } & Pick<CartRowsProps, 'onRemove'>) {
  const { id, skin, cents, to, gone, details } = row;
  const title = skin.itemName || skin.name;
  const below = skin.itemType || (skin.itemName === '' ? skin.rarity : skin.name);
  return (
    <li
      style={{ borderLeftColor: hexColor(skin.colorHex) }}
      className="flex items-center gap-2.5 rounded-md border border-l-3 border-line bg-ink-3 py-1 pr-1 pl-2"
    >
      <span className={cx('w-14 shrink-0', gone !== undefined && 'opacity-50 grayscale')}>
        <ItemArt icon={skin.icon} />
      </span>
      <span className="grid min-w-0 flex-1">
        {to === undefined ? (
          <span className="truncate text-xs" title={nameOf(skin)}>
            {title}
          </span>
        ) : (
          <Link to={to} className="truncate text-xs hover:underline" title={nameOf(skin)}>
            {title}
          </Link>
        )}
        <span className="truncate text-2xs text-fg-2">{below}</span>
        {details && <AssetDetails details={details} />}
        {gone === undefined ? (
          <Money cents={cents} className="text-xs font-bold" />
        ) : (
          <span className="text-xs font-bold text-warn">{gone}</span>
        )}
      </span>
      <IconButton label={texts.remove(nameOf(skin))} onClick={() => onRemove(id)}>
        <X aria-hidden size={16} />
      </IconButton>
    </li>
  );
}

function nameOf({ name, itemName }: TileSkin): string {
  return itemName === '' ? name : `${name} ${itemName}`;
}

/** Holds the sums of the cart, as `CartLine`s. */
export function CartLines({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-1 border-t border-line pt-3 text-sm">{children}</dl>;
}

export interface CartLineProps {
  readonly name: string;
  readonly cents: Cents;
  /** For the total. */
  readonly large?: boolean;
}

export function CartLine({ name, cents, large = false }: CartLineProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-fg-2">{name}</dt>
      <dd>
        <Money cents={cents} className={cx('text-fg', large ? 'text-xl font-black' : 'font-semibold')} />
      </dd>
    </div>
  );
}

/** What happens next, below the button. */
export function CartNote({ children }: { readonly children: string }) {
  return (
    <p className="flex gap-2 text-xs text-fg-2">
      <Info aria-hidden size={15} className="mt-px shrink-0" />
      <span>{children}</span>
    </p>
  );
}

export interface CartBarProps {
  readonly count: number;
  readonly total: Cents;
  readonly onOpen: () => void;
}

/** The bar at the bottom of the screen, shown while something is chosen and the cart itself is out of sight. */
export function CartBar({ count, total, onOpen }: CartBarProps) {
  return (
    <div
      className={cx(
        'sticky bottom-[calc(var(--thumb-h)+8px)] z-(--z-over-mark) mt-4 flex items-center justify-between gap-4',
        'rounded-lg border border-line-strong bg-ink-2 py-2.5 pr-2.5 pl-4 shadow-pop',
      )}
    >
      <p className="min-w-0 text-sm text-fg-2">
        <strong className="text-fg">{count}</strong> {texts.items(count)}
        <Money cents={total} className="ml-3 text-lg font-black text-fg" />
      </p>
      <Button variant="primary" icon={<ShoppingCart aria-hidden size={16} />} onClick={onOpen}>
        {texts.open}
      </Button>
    </div>
  );
}

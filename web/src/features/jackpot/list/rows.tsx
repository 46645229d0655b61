/** A list whose rows all have one height: plain while short, virtual when long. Called by the lists of players and entries. */
import { lazy, Suspense, type ReactNode } from 'react';
import { cx } from '../../../ui/layout/cx.ts';

export interface RowsProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Px, gap below included. */
  readonly rowHeight: number;
  readonly render: (item: T) => ReactNode;
  /** Sets the greatest height; the list scrolls inside it. */
  readonly className?: string;
}

/** So many rows are drawn as they are: no one notices them, and they can be found by the browser's own search. */
export const MAX_PLAIN_ROWS = 40;

const FEW = 5;

// A lazy component forgets that it is generic; the cast only gives that back.
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows })) as unknown as <T>(
  props: RowsProps<T>,
) => ReactNode;

export function Rows<T>(props: RowsProps<T>) {
  if (props.items.length <= MAX_PLAIN_ROWS) return <PlainRows {...props} />;
  return (
    <Suspense fallback={<PlainRows {...props} items={props.items.slice(0, MAX_PLAIN_ROWS)} />}>
      <VirtualRows {...props} />
    </Suspense>
  );
}

function PlainRows<T>({ label, items, keyOf, rowHeight, render, className }: RowsProps<T>) {
  return (
    // Reachable by keyboard once it may scroll.
    <ul aria-label={label} tabIndex={items.length > FEW ? 0 : undefined} className={cx('overflow-y-auto', className)}>
      {items.map((item) => (
        <li key={keyOf(item)} style={{ height: rowHeight }}>
          {render(item)}
        </li>
      ))}
    </ul>
  );
}

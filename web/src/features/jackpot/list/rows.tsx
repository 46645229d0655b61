/** A list of rows of one height: plain while short, virtual when long. Used by the lists of players and entries. */
import { Suspense, type ReactNode } from 'react';
import { cx } from '../../../ui/layout/cx.ts';
import type { RowsProps } from './virtual-rows.tsx';
import { later } from '../../../ui/states/boundary.tsx';

/** Up to this many rows are rendered in full: cheap, and the browser's own search finds them. */
export const MAX_PLAIN_ROWS = 40;

const FEW = 5;

// A lazy component loses its type parameter; the cast restores it.
const VirtualRows = later(async () => (await import('./virtual-rows.tsx')).VirtualRows) as unknown as <T>(
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

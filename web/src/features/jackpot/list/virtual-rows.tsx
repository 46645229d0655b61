/** Rows of one height of which only those in view exist. Loaded by rows.tsx when a list is long. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import { cx } from '../../../ui/layout/cx.ts';

export interface RowsProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Px, gap below included. */
  readonly rowHeight: number;
  readonly render: (item: T) => ReactNode;
  /** Sets the maximum height; the list scrolls inside it. */
  readonly className?: string;
}

const OVERSCAN = 4;

export function VirtualRows<T>({ label, items, keyOf, rowHeight, render, className }: RowsProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  return (
    <div ref={box} tabIndex={0} className={cx('relative overflow-y-auto contain-strict', className)}>
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {render(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

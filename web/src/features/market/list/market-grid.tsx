/**
 * The grid of items on sale: the page scrolls, only the rows in sight exist, and each has the same height. Arrow keys go from
 * button to button; the next page is fetched before the last row is reached.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { columnsFor, moveBy } from '../../../games-kit/inventory/grid-keys.ts';
import { useWidth } from '../../../ui/layout/use-width.ts';
import { MarketTile } from './market-tile.tsx';

const GAP = 8;
const LEAST_TILE = 156;
/** Of a phone: two tiles side by side at 320 px. */
const LEAST_TILE_NARROW = 134;
const NARROW = 420;
/** Height of a tile apart from its picture, and the picture's share of what is left of the width. */
const TILE_FRAME = 128;
const TILE_SIDES = 34;
const ART_RATIO = 124 / 240;
/** Rows from the end at which the next page is asked for. */
const AHEAD = 6;

export interface MarketGridProps {
  readonly items: readonly MarketItem[];
  readonly inCart: ReadonlySet<string>;
  readonly sold: ReadonlySet<string>;
  readonly onToggle: (entry: MarketItem) => void;
  /** There is more, and it is not on its way. */
  readonly more: boolean;
  readonly onMore: () => void;
}

export function MarketGrid({ items, inCart, sold, onToggle, more, onMore }: MarketGridProps) {
  const { ref, width } = useWidth();
  const list = useRef<HTMLUListElement | null>(null);
  const [top, setTop] = useState(0);
  const known = Number.isFinite(width);
  const columns = known ? columnsFor(width, width < NARROW ? LEAST_TILE_NARROW : LEAST_TILE, GAP) : 1;
  const tileWidth = known ? (width - GAP * (columns - 1)) / columns : 0;
  const rowHeight = Math.ceil(Math.max(0, tileWidth - TILE_SIDES) * ART_RATIO + TILE_FRAME) + GAP;
  const count = known ? Math.ceil(items.length / columns) : 0;
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: top,
    useFlushSync: false,
  });
  useEffect(() => rows.measure(), [rows, rowHeight]);
  // Filters above may grow by a line.
  useLayoutEffect(() => {
    const place = list.current?.getBoundingClientRect().top ?? 0;
    setTop(Math.round(place + window.scrollY));
  }, [width, items.length]);

  const virtual = rows.getVirtualItems();
  const last = virtual.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && count > 0 && last >= count - AHEAD) onMore();
  }, [more, last, count, onMore]);

  const wanted = useRef<number | null>(null);
  // The button that the keyboard went to may not have been there yet.
  useEffect(() => {
    const at = wanted.current;
    const button = at === null ? null : list.current?.querySelector<HTMLElement>(`[data-at="${at}"] [data-add]`);
    if (!button) return;
    wanted.current = null;
    button.focus();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const target = event.target as HTMLElement;
    const at = Number(target.closest<HTMLElement>('[data-at]')?.dataset['at'] ?? Number.NaN);
    if (!target.matches('[data-add]') || Number.isNaN(at) || event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor(window.innerHeight / rowHeight) - 1);
    const to = moveBy(event.key, at, { count: items.length, columns, pageRows });
    if (to === null) return;
    event.preventDefault();
    const button = list.current?.querySelector<HTMLElement>(`[data-at="${to}"] [data-add]`);
    if (button) return button.focus();
    wanted.current = to;
    rows.scrollToIndex(Math.floor(to / columns), { align: 'auto' });
  };

  const attach = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      return ref(element);
    },
    [ref],
  );
  return (
    <ul
      ref={attach}
      aria-label="Items on sale"
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: rows.getTotalSize() }}
    >
      {virtual.flatMap((row) =>
        items.slice(row.index * columns, (row.index + 1) * columns).map((entry, column) => (
          <li
            key={entry.id}
            data-at={row.index * columns + column}
            aria-setsize={-1}
            aria-posinset={row.index * columns + column + 1}
            className="absolute top-0 left-0"
            style={{
              width: tileWidth,
              height: rowHeight - GAP,
              transform: `translate(${column * (tileWidth + GAP)}px, ${row.start - top}px)`,
            }}
          >
            <MarketTile entry={entry} inCart={inCart.has(entry.id)} sold={sold.has(entry.id)} onToggle={onToggle} />
          </li>
        )),
      )}
    </ul>
  );
}

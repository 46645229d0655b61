/**
 * The grid of items on sale, identical ones as one tile: the page scrolls, only the rows in sight are rendered, and all rows have the same height. Arrow keys move from
 * button to button; the next page is fetched before the last row is reached.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { columnsFor, moveBy } from '../../../games-kit/inventory/grid-keys.ts';
import { useWidth } from '../../../ui/layout/use-width.ts';
import { texts } from '../texts.ts';
import { MarketTile } from './market-tile.tsx';
import { offersOf } from './offers.ts';

const GAP = 8;
const MIN_TILE = 156;
/** On a phone: two tiles side by side at 320 px. */
const MIN_TILE_NARROW = 134;
const NARROW = 420;
/** Height of a tile without its picture, width without the picture, and the picture's aspect ratio. */
const TILE_FRAME = 128;
const TILE_SIDES = 34;
const ART_RATIO = 124 / 240;
/** The next page is requested this many rows before the end. */
const AHEAD = 6;

export interface MarketGridProps {
  readonly items: readonly MarketItem[];
  readonly inCart: ReadonlySet<string>;
  readonly sold: ReadonlySet<string>;
  readonly onToggle: (entry: MarketItem) => void;
  /** True if there is another page and it is not loading. */
  readonly more: boolean;
  readonly onMore: () => void;
}

export function MarketGrid({ items, inCart, sold, onToggle, more, onMore }: MarketGridProps) {
  const offers = useMemo(() => offersOf(items, inCart, sold), [items, inCart, sold]);
  const { ref, width } = useWidth();
  const list = useRef<HTMLUListElement | null>(null);
  const [top, setTop] = useState(0);
  const known = Number.isFinite(width);
  const columns = known ? columnsFor(width, width < NARROW ? MIN_TILE_NARROW : MIN_TILE, GAP) : 1;
  const tileWidth = known ? (width - GAP * (columns - 1)) / columns : 0;
  const rowHeight = Math.ceil(Math.max(0, tileWidth - TILE_SIDES) * ART_RATIO + TILE_FRAME) + GAP;
  const count = known ? Math.ceil(offers.length / columns) : 0;
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: top,
    useFlushSync: false,
  });
  useEffect(() => rows.measure(), [rows, rowHeight]);
  // The filters above may wrap to one more line.
  useLayoutEffect(() => {
    const place = list.current?.getBoundingClientRect().top ?? 0;
    setTop(Math.round(place + window.scrollY));
  }, [width, offers.length]);

  const virtual = rows.getVirtualItems();
  const last = virtual.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && count > 0 && last >= count - AHEAD) onMore();
  }, [more, last, count, onMore]);

  const focusNext = useRef<number | null>(null);
  // The button that the keyboard moved to may not have been rendered yet.
  useEffect(() => {
    const at = focusNext.current;
    const button = at === null ? null : list.current?.querySelector<HTMLElement>(`[data-at="${at}"] [data-add]`);
    if (!button) return;
    focusNext.current = null;
    button.focus();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const target = event.target as HTMLElement;
    const at = Number(target.closest<HTMLElement>('[data-at]')?.dataset['at'] ?? Number.NaN);
    if (!target.matches('[data-add]') || Number.isNaN(at) || event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor(window.innerHeight / rowHeight) - 1);
    const to = moveBy(event.key, at, { count: offers.length, columns, pageRows });
    if (to === null) return;
    event.preventDefault();
    const button = list.current?.querySelector<HTMLElement>(`[data-at="${to}"] [data-add]`);
    if (button) return button.focus();
    focusNext.current = to;
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
      aria-label={texts.list.label}
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: rows.getTotalSize() }}
    >
      {virtual.flatMap((row) =>
        offers.slice(row.index * columns, (row.index + 1) * columns).map((offer, column) => (
          <li
            key={offer.key}
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
            <MarketTile
              entry={offer.entry}
              inCart={offer.chosen > 0}
              sold={offer.isSold}
              copies={offer.copies}
              chosen={offer.chosen}
              onToggle={onToggle}
            />
          </li>
        )),
      )}
    </ul>
  );
}

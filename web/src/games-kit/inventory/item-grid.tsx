/**
 * The grid of items: only the rows in view exist, every row has the same height, and the keyboard reaches every item.
 *
 * Used by the inventory picker. A listbox whose focus stays on the box (`aria-activedescendant`), because the active option
 * may scroll away and leave the document. Tiles are memoised, so a press renders only two of them.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { cx } from '../../ui/layout/cx.ts';
import { ItemTile } from '../../ui/values/item-tile.tsx';
import { detailText } from './asset-details.tsx';
import { columnsFor, moveBy } from './grid-keys.ts';
import type { PickerItem } from './picker-model.ts';

const GAP = 8;
const MIN_TILE = 148;
/** Height of a tile without its picture, and the aspect ratio of the picture: see ui/item-tile.tsx. */
const TILE_FRAME = 92;
const WEAR_LINE = 18;
const TILE_SIDES = 34;
const ART_RATIO = 124 / 240;

export interface ItemGridProps {
  readonly label: string;
  readonly items: readonly PickerItem[];
  readonly selection: readonly string[];
  readonly onPress: (id: string) => void;
  readonly onRange: (from: number, to: number) => void;
  readonly className?: string;
}

export function ItemGrid({ label, items, selection, onPress, onRange, className }: ItemGridProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const ranging = useRef(false);

  const columns = columnsFor(width, MIN_TILE, GAP);
  const wears = useMemo(() => items.some(({ skin, details }) => skin.itemType !== '' || details), [items]);
  const tileWidth = (width - GAP * (columns - 1)) / columns;
  const frame = TILE_FRAME + (wears ? WEAR_LINE : 0);
  const rowHeight = Math.ceil(Math.max(0, tileWidth - TILE_SIDES) * ART_RATIO + frame) + GAP;
  const rows = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(items.length / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 2,
    paddingStart: GAP,
    paddingEnd: GAP,
    scrollPaddingStart: GAP,
    scrollPaddingEnd: GAP,
    useFlushSync: false,
  });
  useEffect(() => rows.measure(), [rows, rowHeight]);

  const at = Math.min(active, Math.max(0, items.length - 1));
  const go = (to: number) => {
    setActive(to);
    rows.scrollToIndex(Math.floor(to / columns), { align: 'auto' });
  };
  const press = (to: number, item: PickerItem) => {
    setActive(to);
    if (ranging.current) onRange(anchor.current, to);
    else onPress(item.id);
    anchor.current = to;
  };
  const latest = useRef(press);
  useLayoutEffect(() => {
    latest.current = press;
  });
  // A stable function, so that a press renders only the tiles that it changes.
  const pressNow = useCallback((to: number, item: PickerItem) => latest.current(to, item), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[at];
    if ((event.key === ' ' || event.key === 'Enter') && item) {
      event.preventDefault();
      ranging.current = event.shiftKey;
      press(at, item);
      return;
    }
    const pageRows = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight));
    const to =
      event.ctrlKey || event.metaKey || event.altKey
        ? null
        : moveBy(event.key, at, { count: items.length, columns, pageRows });
    if (to === null) return;
    event.preventDefault();
    if (!event.shiftKey) anchor.current = to;
    else onRange(anchor.current, to);
    go(to);
  };

  const selected = new Set(selection);
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={items[at] ? `${id}-${at}` : undefined}
      tabIndex={0}
      data-item-grid
      onKeyDown={onKeyDown}
      // Pressing a tile must not move the focus off the box; Shift turns the press into a range.
      onMouseDown={(event) => {
        event.preventDefault();
        box.current?.focus({ preventScroll: true });
      }}
      onClickCapture={(event) => (ranging.current = event.shiftKey)}
      className={cx('group/grid overflow-y-auto overscroll-contain px-2 contain-strict', className)}
    >
      <div role="presentation" className="relative w-full" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            role="presentation"
            className="absolute inset-x-0 grid"
            // No transform: a browser paints each transformed part by itself.
            style={{
              top: row.start,
              height: rowHeight - GAP,
              gap: GAP,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
              <Option
                key={item.id}
                id={`${id}-${row.index * columns + column}`}
                item={item}
                at={row.index * columns + column}
                count={items.length}
                wears={wears}
                selected={selected.has(item.id)}
                active={row.index * columns + column === at}
                onPress={pressNow}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: PickerItem;
  readonly at: number;
  readonly count: number;
  readonly wears: boolean;
  readonly selected: boolean;
  readonly active: boolean;
  readonly onPress: (at: number, item: PickerItem) => void;
}

const Option = memo(function Option({ id, item, at, count, wears, selected, active, onPress }: OptionProps) {
  return (
    <ItemTile
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={at + 1}
      skin={item.skin}
      wears={wears}
      detail={item.details && detailText(item.details)}
      note={item.note}
      selected={selected}
      locked={item.blocked}
      onPress={() => onPress(at, item)}
      className={cx(
        'h-full justify-between',
        active &&
          'group-focus-visible/grid:outline-2 group-focus-visible/grid:outline-offset-1 ' +
            'group-focus-visible/grid:outline-fg',
      )}
    />
  );
});

/** Inner width of the box; 0 until measured. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      setWidth(element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

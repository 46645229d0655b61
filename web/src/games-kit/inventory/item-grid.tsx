/**
 * The grid of items: only the tiles around the view exist (grid-window.ts), all are equally high, and the keyboard reaches every item.
 *
 * Used by the inventory picker. A listbox whose focus stays on the box (`aria-activedescendant`), because the active option
 * may scroll away and leave the document. Tiles are memoised, so a press renders only two of them. A tile that leaves at one end shows the item that
 * comes in at the other: new elements cost a browser several times as much as new texts.
 */
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
import { firstTileAt, scrollTopFor, tilesIn, type ScrollDirection } from './grid-window.ts';
import type { PickerItem } from './picker-model.ts';

const GAP = 8;
const MIN_TILE = 148;
/** Height of a tile without its picture, and the aspect ratio of the picture: see ui/values/item-tile.tsx. */
const TILE_FRAME = 90;
const WEAR_LINE = 17;
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
  const { width, height } = useSize(box);
  const [first, setFirst] = useState(0);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const ranging = useRef(false);

  const columns = columnsFor(width, MIN_TILE, GAP);
  const wears = useMemo(() => items.some(({ skin, details }) => skin.itemType !== '' || details), [items]);
  const tileWidth = (width - GAP * (columns - 1)) / columns;
  const frame = TILE_FRAME + (wears ? WEAR_LINE : 0);
  const rowHeight = Math.ceil(Math.max(0, tileWidth - TILE_SIDES) * ART_RATIO + frame) + GAP;
  const count = items.length;
  const grid = useMemo(
    () => ({ count, columns, rowHeight, padding: GAP, viewHeight: height }),
    [count, columns, rowHeight, height],
  );
  const rows = Math.ceil(count / columns);
  const lastTop = useRef(0);
  const follow = useCallback(() => {
    const top = box.current?.scrollTop ?? 0;
    setFirst(firstTileAt(top, grid, Math.sign(top - lastTop.current) as ScrollDirection));
    lastTop.current = top;
  }, [grid]);
  // The place of a tile depends on the width, and a shorter list has fewer places.
  useLayoutEffect(follow, [follow]);

  const at = Math.min(active, Math.max(0, items.length - 1));
  const go = (to: number) => {
    setActive(to);
    if (!box.current) return;
    box.current.scrollTop = scrollTopFor(to, box.current.scrollTop, grid);
    follow();
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
    const pageRows = Math.max(1, Math.floor(height / rowHeight));
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
  const slots = width === 0 ? 0 : tilesIn(grid);
  const start = Math.min(first, Math.max(0, rows * columns - slots));
  const inOrder = Array.from({ length: Math.min(slots, items.length - start) }, (_, n) => start + n);
  const idOf = (tile: number) => `${id}-${tile % slots}`;
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={inOrder.includes(at) ? idOf(at) : undefined}
      // Their order in the document is that of the slots.
      aria-owns={inOrder.map(idOf).join(' ')}
      tabIndex={0}
      data-item-grid
      onScroll={follow}
      onKeyDown={onKeyDown}
      // Pressing a tile must not move the focus off the box; Shift turns the press into a range.
      onMouseDown={(event) => {
        event.preventDefault();
        box.current?.focus({ preventScroll: true });
      }}
      onClickCapture={(event) => (ranging.current = event.shiftKey)}
      className={cx('group/grid overflow-y-auto overscroll-contain px-2 contain-strict', className)}
    >
      <div role="presentation" className="relative w-full" style={{ height: rows * rowHeight + 2 * GAP }}>
        {inOrder
          .toSorted((a, b) => (a % slots) - (b % slots))
          .map((tile) => {
            const item = items[tile];
            return (
              item && (
                <Option
                  key={tile % slots}
                  id={idOf(tile)}
                  item={item}
                  at={tile}
                  count={items.length}
                  wears={wears}
                  selected={selected.has(item.id)}
                  active={tile === at}
                  onPress={pressNow}
                  top={GAP + Math.floor(tile / columns) * rowHeight}
                  left={(tile % columns) * (tileWidth + GAP)}
                  width={tileWidth}
                  height={rowHeight - GAP}
                />
              )
            );
          })}
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
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const Option = memo(function Option(props: OptionProps) {
  const { id, item, at, count, wears, selected, active, onPress, top, left, width, height } = props;
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
      style={{ top, left, width, height }}
      className={cx(
        'absolute',
        active &&
          'group-focus-visible/grid:outline-2 group-focus-visible/grid:outline-offset-1 ' +
            'group-focus-visible/grid:outline-fg',
      )}
    />
  );
});

/** Inner size of the box; 0 until measured. */
function useSize(box: { readonly current: HTMLElement | null }): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const sides = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      setSize({ width: element.clientWidth - sides, height: element.clientHeight });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

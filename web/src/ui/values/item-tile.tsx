/**
 * One item: art, names, pips, rarity line and price. A button if it can be pressed, else a plain box. Pickers that are listboxes pass
 * `role`, `aria-selected`, `tabIndex` and the like through.
 */
import { Check, Lock, Package } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { Skin } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { cx } from '../layout/cx.ts';
import { Money } from './money.tsx';
import { messages } from '../../messages.ts';

/** The box of every item picture. */
export const ART_WIDTH = 240;
export const ART_HEIGHT = 124;

export type TileSkin = Pick<
  Skin,
  'name' | 'itemName' | 'itemType' | 'icon' | 'colorHex' | 'rarity' | 'pips' | 'priceUsd'
>;

/** '#rrggbb' from the wire's colour, with or without '#'; grey if invalid. */
export function hexColor(color: string): string {
  return /^#?[0-9a-f]{6}$/i.test(color) ? `#${color.replace('#', '')}` : '#9aa7b4';
}

const PIP_STEP = 8;
/** From the edge of a tile to its texts. */
const EDGE = 10;

interface PipsProps {
  readonly count: number;
  readonly rarity: string;
  /** Px between the last pip and the right edge of the box. */
  readonly edge?: number;
  /** Default: the tier of the box. */
  readonly color?: string;
  readonly className?: string;
}

/**
 * Short marks, more for a higher rarity; the name of the tier is in the accessible name and shown on hover. All but the first are shadows: a grid has
 * many tiles, and each needs one element for them.
 */
export function Pips({ count, rarity, edge = 0, color, className }: PipsProps) {
  const others = Array.from({ length: count - 1 }, (_, i) => PIP_STEP * (i + 1));
  const style = {
    marginRight: edge + PIP_STEP * others.length,
    boxShadow: others.map((x) => `${x}px 0`).join(),
    color,
  };
  return <span role="img" aria-label={rarity} title={rarity} className={cx('pips', className)} style={style} />;
}

interface ItemArtProps {
  readonly icon: string;
  readonly eager?: boolean;
  readonly className?: string;
}

/**
 * The picture in its fixed box; a neutral parcel if it fails to load. `eager`: it is certainly in view or close to it, so that nothing has to watch
 * whether it is.
 */
export function ItemArt({ icon, eager = false, className }: ItemArtProps) {
  const [broken, setBroken] = useState('');
  const picture = useRef<HTMLImageElement>(null);
  // An element that showed another picture would show it until this one is loaded, unless it has no picture in between.
  useLayoutEffect(() => {
    const element = picture.current;
    if (!element || element.complete) return;
    element.removeAttribute('src');
    element.src = icon;
  }, [icon]);
  if (icon === '' || broken === icon) {
    return (
      <span aria-hidden className={cx('grid aspect-[240/124] place-items-center text-fg-3', className)}>
        <Package strokeWidth={1.25} className="size-2/5" />
      </span>
    );
  }
  return (
    <img
      ref={picture}
      src={icon}
      alt=""
      width={ART_WIDTH}
      height={ART_HEIGHT}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(icon)}
      className={cx('aspect-[240/124] h-auto w-full object-contain', className)}
    />
  );
}

interface TileOptions {
  readonly skin: TileSkin;
  readonly selected?: boolean;
  /** Why it cannot be pressed; shown on the tile. */
  readonly locked?: string | null;
  /** Reserves a line for the wear, so that tiles of a list are equally high. */
  readonly wears?: boolean;
  /** About this very item, shown after the wear and in the tooltip. */
  readonly detail?: string | undefined;
  /** Small text at the bottom right, e.g. a quantity. */
  readonly note?: ReactNode;
  readonly onPress?: (() => void) | undefined;
}

export type ItemTileProps = TileOptions & Omit<ComponentProps<'button'>, keyof TileOptions | 'onClick' | 'disabled'>;

const FRAME =
  'tile flex w-full min-w-0 flex-col rounded-md border bg-ink-3 pt-2 pb-[13px] text-left ' +
  'transition-[border-color,background-color] duration-(--time-hover)';

export const ItemTile = memo(function ItemTile(props: ItemTileProps) {
  const {
    skin,
    selected = false,
    locked = null,
    wears = false,
    detail = '',
    note,
    onPress,
    className,
    style,
    ...rest
  } = props;
  const looks = cx(
    FRAME,
    selected ? 'border-volt bg-ink-4 outline-1 -outline-offset-2 outline-volt' : 'border-line',
    onPress && !locked && !selected && 'hover:border-line-strong hover:bg-ink-4',
    locked && 'cursor-not-allowed',
    className,
  );
  const tier = locked ? `color-mix(in srgb, ${hexColor(skin.colorHex)} 45%, transparent)` : hexColor(skin.colorHex);
  // No property of its own that its parts inherit: a browser would compute all their styles again when the tile shows another item.
  const tint = { ...style, backgroundImage: `linear-gradient(${tier}, ${tier})` };
  const body = <TileBody skin={skin} selected={selected} locked={locked} wears={wears} detail={detail} note={note} />;
  if (!onPress) {
    return (
      <div className={looks} style={tint} title={fullName(skin, detail)}>
        {body}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={rest.role ? undefined : selected}
      aria-disabled={locked ? true : undefined}
      onClick={() => !locked && onPress()}
      className={looks}
      style={tint}
      title={fullName(skin, detail)}
      {...rest}
    >
      {body}
    </button>
  );
});

function itemNameOf({ name, itemName }: TileSkin): string {
  return itemName ? `${name} | ${itemName}` : name;
}

function fullName(skin: TileSkin, detail: string): string {
  const name = itemNameOf(skin);
  const whole = skin.itemType ? `${name} (${skin.itemType})` : name;
  return detail === '' ? whole : `${whole}, ${detail}`;
}

/**
 * One level of elements, because a grid of tiles that scrolls costs as much as it has elements. In a box of a given height the picture gives way to a
 * name, detail or reason that needs one line more.
 */
function TileBody({ skin, selected, locked, wears, detail, note }: Omit<TileOptions, 'onPress'>) {
  const mark = selected || (note !== undefined && !locked);
  const below = [skin.itemType, detail].filter(Boolean).join(' · ');
  const price = <Money cents={centsFromUsd(skin.priceUsd)} className="tile-line mt-0.5 text-sm font-bold text-fg" />;
  return (
    <>
      <Pips count={skin.pips} rarity={skin.rarity} edge={EDGE} color={hexColor(skin.colorHex)} className="tile-pips" />
      <ItemArt
        icon={skin.icon}
        eager
        className={cx('mx-4 my-auto min-h-0 w-[calc(100%-2rem)]! shrink', locked && 'opacity-45 grayscale')}
      />
      <span className="tile-line tile-name">{itemNameOf(skin)}</span>
      {(wears || below !== '') && <span className="tile-line tile-detail">{below || '\u00a0'}</span>}
      {mark ? (
        <span className="tile-line mt-0.5 flex items-center justify-between gap-2">
          <Money cents={centsFromUsd(skin.priceUsd)} className="text-sm font-bold text-fg" />
          <TileMark selected={selected ?? false} note={note} />
        </span>
      ) : (
        price
      )}
      {locked && (
        <span className="tile-line tile-detail">
          <Lock aria-hidden size={11} className="-mt-0.5 mr-1 inline" />
          {locked}
        </span>
      )}
    </>
  );
}

function TileMark({ selected, note }: { readonly selected: boolean; readonly note: ReactNode }) {
  if (selected) {
    return (
      <span className="flex items-center gap-1 text-2xs font-bold text-volt">
        <Check aria-hidden size={12} strokeWidth={3} /> {messages.parts.selected}
      </span>
    );
  }
  return note === undefined ? null : <span className="text-2xs text-fg-3">{note}</span>;
}

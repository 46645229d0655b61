/** One side of a game in the list: who, how much, with what. Called by the row. An open seat shows what would fit it. */
import type { Side } from '@fairpot/contract/coinflip';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { hexColor, ItemArt } from '../../ui/item-tile.tsx';
import { Money } from '../../ui/money.tsx';
import { UserName } from '../../ui/user-name.tsx';
import { SIDE_LOOKS } from './side.ts';
import type { Seat } from './side.ts';

export interface PlayerSideProps {
  readonly side: Side;
  readonly seat: Seat | null;
  /** After the landing: whether this side won. Null before. */
  readonly won: boolean | null;
  /** Percent, two decimals; null while there is one player. */
  readonly chance: string | null;
}

const THUMBS = 4;

export function PlayerSide({ side, seat, won, chance }: PlayerSideProps) {
  const mirrored = side === 2;
  if (!seat) return <OpenSeat side={side} mirrored={mirrored} />;
  return (
    <div
      className={cx(
        'flex min-w-0 items-center gap-3 transition-opacity duration-(--time-panel)',
        mirrored && 'flex-row-reverse text-right',
        won === false && 'opacity-45',
      )}
    >
      <SideAvatar side={side} seat={seat} />
      <div className="min-w-0 flex-1">
        <UserName user={seat.user} className={cx('max-w-full text-sm', mirrored && 'flex-row-reverse')} />
        <p className={cx('flex items-baseline gap-2 text-xs text-fg-2', mirrored && 'flex-row-reverse')}>
          <Money usd={seat.totalUsd} className="text-sm font-extrabold text-fg" />
          {chance !== null && <span className="tabular-nums">{chance}%</span>}
        </p>
        <Thumbs seat={seat} mirrored={mirrored} />
      </div>
    </div>
  );
}

/** The avatar in a frame of the side's colour, with the side's number on it. */
export function SideAvatar({ side, seat }: { readonly side: Side; readonly seat: Seat }) {
  const look = SIDE_LOOKS[side];
  return (
    <span className={cx('relative shrink-0 rounded-lg border-2 p-0.5', look.border)}>
      <Avatar src={seat.user.avatar} name={seat.user.name} />
      <SideChip side={side} className={cx('absolute -bottom-1.5', side === 1 ? '-left-1.5' : '-right-1.5')} />
    </span>
  );
}

export function SideChip({ side, className }: { readonly side: Side; readonly className?: string }) {
  const look = SIDE_LOOKS[side];
  return (
    <span
      className={cx(
        'grid size-[18px] place-items-center rounded-full text-2xs font-black text-ink-0',
        look.fill,
        className,
      )}
    >
      <span className="visually-hidden">{look.name} side </span>
      {side}
    </span>
  );
}

function OpenSeat({ side, mirrored }: { readonly side: Side; readonly mirrored: boolean }) {
  const look = SIDE_LOOKS[side];
  return (
    <div className={cx('flex min-w-0 items-center gap-3', mirrored && 'flex-row-reverse text-right')}>
      <span
        className={cx(
          'relative grid size-12 shrink-0 place-items-center rounded-lg border-2 border-dashed',
          look.border,
        )}
      >
        <span className={cx('text-lg font-black', look.text)}>{side}</span>
      </span>
      <div className="min-w-0">
        <p className={cx('text-sm font-bold', look.text)}>{look.name} is free</p>
        <p className="truncate text-xs text-fg-2">Waiting for a player</p>
      </div>
    </div>
  );
}

function Thumbs({ seat, mirrored }: { readonly seat: Seat; readonly mirrored: boolean }) {
  const more = seat.items.length - THUMBS;
  return (
    <div className={cx('mt-1 flex items-center gap-1', mirrored && 'flex-row-reverse')}>
      {seat.items.slice(0, THUMBS).map(({ id, item }) => (
        <span
          key={id}
          title={`${item.name} ${item.itemName}, $${item.priceUsd.toFixed(2)}`}
          style={{ borderColor: hexColor(item.colorHex) }}
          className="w-10 rounded-sm border-b-2 bg-ink-3 px-0.5 max-sm:w-8"
        >
          <ItemArt icon={item.icon} />
        </span>
      ))}
      {more > 0 && <span className="px-1 text-2xs font-bold text-fg-2">+{more}</span>}
    </div>
  );
}

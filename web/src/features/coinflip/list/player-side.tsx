/** One side of a game in the list: player, total and items, or a free seat. Used by the row. */
import type { Side } from '@fairpot/contract/coinflip/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { ItemThumbs } from '../../../games-kit/item-thumbs.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { SIDE_LOOKS } from '../side.ts';
import type { CoinflipSeat } from '../side.ts';
import { texts } from '../texts.ts';
import './coinflip.css';

export interface PlayerSideProps {
  readonly side: Side;
  readonly seat: CoinflipSeat | null;
  /** Whether this side won; null before the coin has landed. */
  readonly won: boolean | null;
  /** Percent with two decimals; null while there is only one player. */
  readonly chance: string | null;
}

const THUMBS = 4;

export function PlayerSide({ side, seat, won, chance }: PlayerSideProps) {
  const mirrored = side === 2;
  if (!seat) return <OpenSeat side={side} mirrored={mirrored} />;
  return (
    <div className={cx('coinflip-side', won === false && 'coinflip-lost')} data-mirrored={mirrored || undefined}>
      <div className="[grid-area:face]">
        <SideAvatar side={side} seat={seat} />
      </div>
      <UserName
        user={seat.user}
        className={cx('max-w-full text-sm [grid-area:name]', mirrored && 'flex-row-reverse')}
      />
      <p className="coinflip-line flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs text-fg-2 [grid-area:info]">
        {chance === null ? (
          <span>{texts.side.skins(seat.items.length)}</span>
        ) : (
          <>
            <Money cents={centsFromUsd(seat.totalUsd)} className="text-sm font-extrabold text-fg" />
            <span className="tabular-nums">{chance}%</span>
          </>
        )}
      </p>
      <ItemThumbs
        quiet
        items={seat.items}
        max={THUMBS}
        className="coinflip-items coinflip-line"
        thumbClass="coinflip-item"
      />
    </div>
  );
}

/** The avatar in a frame of the side's colour, with the side's number. */
export function SideAvatar({ side, seat }: { readonly side: Side; readonly seat: CoinflipSeat }) {
  const look = SIDE_LOOKS[side];
  return (
    <span className={cx('relative block w-fit shrink-0 rounded-lg border-2 p-0.5', look.border)}>
      <Avatar src={seat.user.avatar} name={seat.user.name} />
      <SideChip side={side} className={cx('absolute -bottom-1.5', side === 1 ? '-left-1.5' : '-right-1.5')} />
    </span>
  );
}

export interface SideChipProps {
  readonly side: Side;
  readonly large?: boolean;
  readonly className?: string;
}

/** The number of a side on its colour. */
export function SideChip({ side, large = false, className }: SideChipProps) {
  const look = SIDE_LOOKS[side];
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center rounded-full font-black text-ink-0',
        large ? 'size-9 text-base' : 'size-[18px] text-2xs',
        look.fill,
        className,
      )}
    >
      <span className="visually-hidden">{texts.side.named(look.name)} </span>
      {side}
    </span>
  );
}

function OpenSeat({ side, mirrored }: { readonly side: Side; readonly mirrored: boolean }) {
  const look = SIDE_LOOKS[side];
  return (
    <div className="coinflip-side" data-mirrored={mirrored || undefined}>
      <span
        className={cx(
          'grid size-12 place-items-center rounded-lg border-2 border-dashed [grid-area:face]',
          look.border,
        )}
      >
        <span className={cx('text-lg font-black', look.text)}>{side}</span>
      </span>
      <p className={cx('text-sm font-bold [grid-area:name]', look.text)}>{texts.side.free(look.name)}</p>
      <p className="text-xs text-fg-2 [grid-area:info]">{texts.side.waiting}</p>
    </div>
  );
}

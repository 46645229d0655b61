/** One side in the game's view: player, level, deposited skins, total value, chance, items (spec 2). */
import type { ReactNode } from 'react';
import type { Side } from '@fairpot/contract/coinflip/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { cx } from '../../../ui/layout/cx.ts';
import { ItemTile } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { SideAvatar, SideChip } from '../list/player-side.tsx';
import { SIDE_LOOKS } from '../side.ts';
import type { CoinflipSeat } from '../side.ts';
import { texts } from '../texts.ts';

export interface ViewSideProps {
  readonly side: Side;
  readonly seat: CoinflipSeat | null;
  /** Percent with two decimals; null before the second player. */
  readonly chance: string | null;
  readonly won: boolean | null;
  /** Items of this side that were taken as the fee. */
  readonly feeItemIds: readonly string[];
  /** Staff actions for the player of this side; only for staff. */
  readonly action?: ReactNode;
}

export function ViewSide({ side, seat, chance, won, feeItemIds, action }: ViewSideProps) {
  const look = SIDE_LOOKS[side];
  return (
    <section
      aria-label={texts.side.named(look.name)}
      className={cx(
        'grid min-w-0 content-start gap-4 rounded-lg border-2 bg-ink-3 p-4 max-md:gap-3 max-md:p-2.5 ' +
          'transition-[border-color] duration-(--time-panel)',
        won ? look.border : 'border-transparent',
        won === false && 'coinflip-lost',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <span className={cx('flex items-center gap-2 text-sm font-extrabold', look.text)}>
          <SideChip side={side} />
          {look.name}
        </span>
        {action}
        {won && (
          <span className={cx('rounded-sm px-1.5 text-xs font-black text-ink-0', look.fill)}>{texts.side.winner}</span>
        )}
      </div>
      {seat ? <Seated side={side} seat={seat} chance={chance} feeItemIds={feeItemIds} /> : <Free side={side} />}
    </section>
  );
}

function Free({ side }: { readonly side: Side }) {
  return (
    <div
      className={
        'grid min-h-48 place-content-center justify-items-center gap-3 rounded-md border-2 border-dashed ' +
        'border-line text-center'
      }
    >
      <span className={cx('text-pot font-black', SIDE_LOOKS[side].text)}>{side}</span>
      <span className="text-sm text-fg-2">{texts.side.waiting}</span>
    </div>
  );
}

function Seated({
  side,
  seat,
  chance,
  feeItemIds,
}: {
  side: Side;
  seat: CoinflipSeat;
  chance: string | null;
  feeItemIds: readonly string[];
}) {
  const taken = new Set(feeItemIds);
  return (
    <>
      <div className="coinflip-seat" data-keep-clear>
        <div className="coinflip-side">
          <div className="[grid-area:face]">
            <SideAvatar side={side} seat={seat} />
          </div>
          <UserName user={seat.user} className="[grid-area:name]" />
          <span className="text-xs text-fg-2 [grid-area:info]">{texts.side.deposited(seat.items.length)}</span>
        </div>
      </div>
      <dl className="grid gap-2 md:grid-cols-2">
        <Figure label={texts.side.totalValue}>
          <Money cents={centsFromUsd(seat.totalUsd)} />
        </Figure>
        <Figure label={texts.side.chance}>{chance === null ? '–' : `${chance}%`}</Figure>
      </dl>
      <ul
        aria-label={texts.side.items}
        tabIndex={0}
        className={
          'grid max-h-[236px] grid-cols-2 gap-2 overflow-y-auto overscroll-contain pr-1 max-md:max-h-none ' +
          'max-md:grid-cols-1 max-md:pr-0'
        }
      >
        {seat.items.map(({ id, item }) => (
          <li key={id} className="min-w-0">
            <ItemTile
              skin={item}
              note={taken.has(id) ? texts.side.fee : undefined}
              className={cx(taken.has(id) && 'border-warn')}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div
      className={
        'rounded-md bg-ink-2 px-3 py-2 max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-2 ' +
        'max-md:px-2 max-md:py-1.5'
      }
    >
      <dt className="text-2xs text-fg-2">{label}</dt>
      <dd className="text-lg font-black tracking-[-0.01em] tabular-nums max-md:text-sm">{children}</dd>
    </div>
  );
}

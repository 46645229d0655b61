/** One player of a dice duel: name, stake, items, and the face thrown. Used by rows and the view. */
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { ItemThumbs } from '../../games-kit/item-thumbs.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { UserName } from '../../ui/people/user-name.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Die, lastFace } from './dice.tsx';

/** The player on a seat, with their stake. */
export interface Seated {
  readonly user: PublicUser;
  readonly items: readonly StakedItem[];
  readonly totalUsd: number;
}

/** Null while the seat is free. */
export function seatOf(duel: DiceduelGame, seat: 1 | 2): Seated | null {
  if (seat === 1) return { user: duel.firstUser, items: duel.firstItems, totalUsd: duel.firstTotalUsd };
  return duel.secondUser && { user: duel.secondUser, items: duel.secondItems, totalUsd: duel.secondTotalUsd };
}

const THUMBS = 4;

/** `duel` is veiled. */
export function Seat({ duel, seat }: { readonly duel: DiceduelGame; readonly seat: 1 | 2 }) {
  const seated = seatOf(duel, seat);
  if (!seated) return <p className="self-center text-sm text-fg-2">Waiting for a player</p>;
  const lost = duel.winnerSeat !== null && duel.winnerSeat !== seat;
  return (
    <div className={cx('flex min-w-0 items-center gap-3', lost && 'opacity-60')}>
      <Avatar src={seated.user.avatar} name={seated.user.name} />
      <div className="min-w-0 flex-1">
        <UserName user={seated.user} className="text-sm" />
        <p className="text-xs text-fg-2">
          <Money cents={centsFromUsd(seated.totalUsd)} className="font-extrabold text-fg" />{' '}
          {seated.items.length === 1 ? '1 item' : `${seated.items.length} items`}
          {duel.winnerSeat === seat && <strong className="ml-2 text-ok">Won</strong>}
        </p>
        <ItemThumbs quiet items={seated.items} max={THUMBS} className="h-8 gap-1" thumbClass="h-8 w-10 bg-ink-3" />
      </div>
      <Die face={lastFace(duel.throws, seat)} size={36} className="shrink-0" />
    </div>
  );
}

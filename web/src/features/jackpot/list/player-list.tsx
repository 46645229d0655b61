/** The players of the round by share, the user's own share pinned on top. Used by the stage, beside the ring. */
import { memo, type ReactNode } from 'react';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { Rows } from './rows.tsx';
import { SeatChip } from '../seat-chip.tsx';
import { chanceText, rankShares, seatColour } from '../shares.ts';
import type { PotShare } from '../shares.ts';
import { texts } from '../texts.ts';

export interface PlayerListProps {
  /** In order of seat. */
  readonly shares: readonly PotShare[];
  readonly pot: number;
  /** The user's own player id; null when signed out. */
  readonly me: string | null;
  /** Seat of the winner once it may be shown. */
  readonly winner: number | null;
  /** Whether a share is a chance; a scripted round has no draw, so only the stakes are shown. */
  readonly drawn?: boolean;
  /** Staff actions for a player; only for staff. */
  readonly action?: ((share: PotShare) => ReactNode) | undefined;
}

const ROW = 62;

export function PlayerList({ shares, pot, me, winner, drawn = true, action }: PlayerListProps) {
  const own = shares.find(({ user }) => user.id === me);
  const rest = rankShares(shares).filter((share) => share !== own);
  const row = (share: PotShare) => (
    <PlayerRow
      share={share}
      pot={pot}
      own={share === own}
      won={winner === null ? null : winner === share.seat}
      drawn={drawn}
      action={action}
    />
  );
  return (
    <div className="@container flex min-h-0 min-w-0 flex-col">
      {own && (
        <div className="shrink-0" style={{ height: ROW }}>
          {row(own)}
        </div>
      )}
      {rest.length > 0 && (
        <Rows
          label={texts.players.label}
          items={rest}
          keyOf={keyOf}
          rowHeight={ROW}
          render={row}
          className={own ? 'max-h-[310px] [&.contain-strict]:h-[310px]' : 'max-h-[372px] [&.contain-strict]:h-[372px]'}
        />
      )}
    </div>
  );
}

function keyOf(share: PotShare): string {
  return share.user.id;
}

interface PlayerRowProps {
  readonly share: PotShare;
  readonly pot: number;
  readonly own: boolean;
  readonly won: boolean | null;
  readonly drawn: boolean;
  readonly action: PlayerListProps['action'];
}

const PlayerRow = memo(
  function PlayerRow({ share, pot, own, won, drawn, action }: PlayerRowProps) {
    return (
      <div
        data-own={own || undefined}
        className={cx(
          'grid h-[54px] content-center gap-1.5 rounded-md border bg-ink-3 px-3 transition-opacity ' +
            'duration-(--time-panel)',
          own ? 'border-volt' : 'border-transparent',
          won === false && 'opacity-85',
        )}
      >
        <div className="flex min-w-0 items-center gap-2.5 @max-[300px]:gap-2">
          <SeatChip seat={share.seat} />
          <UserName user={share.user} showLevel={false} className="flex-1 text-sm" />
          {action?.(share)}
          {own && (
            <span className="rounded-sm bg-volt px-1.5 text-2xs font-extrabold text-volt-ink">{texts.players.you}</span>
          )}
          {won === true && (
            <span className="rounded-sm bg-ok px-1.5 text-2xs font-extrabold text-ink-0">{texts.players.won}</span>
          )}
          {drawn ? (
            // Stake and chance are both shown at every width: one above the other where a line has no room for them.
            <span
              className={
                'flex shrink-0 items-baseline gap-2 @max-[360px]:-my-1 @max-[360px]:flex-col-reverse ' +
                '@max-[360px]:items-end @max-[360px]:gap-0'
              }
            >
              <Money cents={share.cents} className="text-sm text-fg-2 @max-[360px]:text-2xs @max-[360px]:leading-3.5" />
              <span className="min-w-14 text-right text-sm font-extrabold tabular-nums @max-[360px]:leading-4">
                {chanceText(share.cents, pot)}%
              </span>
            </span>
          ) : (
            <Money cents={share.cents} className="text-sm font-extrabold" />
          )}
        </div>
        {drawn && (
          <div className="share-bar" aria-hidden>
            <span
              style={{ background: seatColour(share.seat), transform: `scaleX(${pot > 0 ? share.cents / pot : 0})` }}
            />
          </div>
        )}
      </div>
    );
  },
  (a, b) =>
    a.pot === b.pot &&
    a.own === b.own &&
    a.won === b.won &&
    a.drawn === b.drawn &&
    a.action === b.action &&
    a.share.cents === b.share.cents &&
    a.share.seat === b.share.seat &&
    a.share.user === b.share.user,
);

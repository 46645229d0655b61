/**
 * One battle in the lists: size, cases, seats, price, stage and action button.
 *
 * Used by the active list and the history. At a given width every row has the same height; free seats are buttons. A running
 * battle shows the round on the reels, by the same clock as its page.
 */
import { Crown, Eye, Play, Plus } from 'lucide-react';
import { memo } from 'react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { BATTLE_SHAPES } from '@fairpot/contract/casebattle/views';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { SealChip } from '../../../fairness/view/seal-view.tsx';
import { useSeal } from '../../../fairness/watcher.ts';
import { messages } from '../../../messages.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { useWatchOnly } from '../../../platform/page/scripted.ts';
import { signIn } from '../../../platform/page/session.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { CaseNames, CaseStrip, seatTint } from '../case-art.tsx';
import { ownSeat, seatText, teamsOf, teamText, typeText } from '../seats.ts';
import type { BattleSeat } from '../seats.ts';
import type { BattleView } from '../use-stage.ts';
import { useHeldAccount, useStage } from '../use-stage.ts';
import { texts } from '../texts.ts';

export interface BattleRowProps {
  readonly battle: Casebattle;
  readonly me: string | null;
}

export const BattleRow = memo(function BattleRow({ battle, me }: BattleRowProps) {
  const view = useStage(battle);
  const { shown, stage } = view;
  const own = ownSeat(battle, me) !== null;
  useHeldAccount(battle, stage, me);
  return (
    <li
      aria-label={labelOf(shown)}
      data-stage={stage}
      data-battle={battle.id}
      className={cx('battle-row', own ? 'border-volt' : 'border-line')}
    >
      <div className="min-w-0 [grid-area:type]">
        <p className="text-lg leading-6 font-black whitespace-nowrap">{typeText(battle.type)}</p>
        <p className="truncate text-xs text-fg-2">
          {battle.mode === 'INVERSE' ? texts.battle.inverse : texts.battle.rounds(battle.cases.length)}
        </p>
      </div>
      <div className="row-cases">
        <CaseStrip cases={battle.cases} max={BATTLE_SHAPES[battle.type].teams > 4 ? 3 : 4} className="row-strip" />
        <CaseNames cases={battle.cases} />
      </div>
      <Seats view={view} me={me} />
      <div className="text-right [grid-area:price]">
        <Money cents={centsFromUsd(battle.priceUsd)} className="text-lg leading-6 font-black" />
        <p className="text-xs text-fg-2">
          <StateText view={view} />
        </p>
      </div>
      <div className="grid [grid-area:act]">
        <RowAction view={view} own={own} me={me} />
      </div>
      {own && (
        <span className="absolute -top-px left-3 rounded-b-sm bg-volt px-1.5 text-2xs font-extrabold text-volt-ink">
          {texts.row.own}
        </span>
      )}
    </li>
  );
});

type RowView = BattleView<Casebattle>;

function labelOf(battle: Casebattle): string {
  const names = teamsOf(battle).flatMap((seats) => seats.flatMap(({ taken }) => (taken ? [taken.user.name] : [])));
  return texts.row.label(typeText(battle.type), names.join(', '), formatUsd(centsFromUsd(battle.priceUsd)));
}

function Seats({ view: { shown, stage }, me }: { readonly view: RowView; readonly me: string | null }) {
  const winner = stage === 'over' ? (shown.result?.winnerTeam ?? null) : null;
  return (
    <div
      className="row-seats"
      data-pairs={shown.type === 'TWO_VS_TWO' || undefined}
      data-many={BATTLE_SHAPES[shown.type].teams > 4 || undefined}
    >
      {teamsOf(shown).map((seats, team) => (
        <div key={team} className="row-team" data-lost={(winner !== null && winner !== team) || undefined}>
          {seats.map((seat) =>
            seat.taken === null ? (
              <FreeSeat key={seat.index} battle={shown} seat={seat} me={me} />
            ) : (
              <span
                key={seat.index}
                className="row-seat"
                style={seatTint(team)}
                title={texts.seat.taken(seatText(shown.type, seat), seat.taken.user.name)}
              >
                <Avatar src={seat.taken.user.avatar} name={seat.taken.user.name} size="room" />
                <span className="visually-hidden">
                  {texts.seat.taken(seatText(shown.type, seat), seat.taken.user.name)}{' '}
                </span>
                {seat.taken.user.badge !== null && (
                  <span className="row-badge">
                    <KindBadge badge={seat.taken.user.badge} />
                  </span>
                )}
              </span>
            ),
          )}
          {winner === team && <Crown aria-hidden size={16} className="row-crown" />}
        </div>
      ))}
    </div>
  );
}

interface FreeSeatProps {
  readonly battle: Casebattle;
  readonly seat: BattleSeat;
  readonly me: string | null;
}

function FreeSeat({ battle, seat, me }: FreeSeatProps) {
  const label = seatText(battle.type, seat);
  const watchOnly = useWatchOnly(battle.scripted);
  const closed = battle.status !== 'PENDING' || watchOnly || ownSeat(battle, me) !== null;
  if (closed)
    return (
      <span className="row-seat row-free" title={texts.seat.free(label)}>
        <span className="visually-hidden">{texts.seat.free(label)}</span>
      </span>
    );
  return (
    <button
      type="button"
      className="row-seat row-free"
      style={seatTint(seat.team)}
      aria-label={texts.row.take(label, formatUsd(centsFromUsd(battle.priceUsd)))}
      onClick={() => openModal('casebattle.join', { gameId: battle.id, teamId: seat.teamId, seat: seat.seat })}
    >
      <Plus aria-hidden size={16} />
    </button>
  );
}

function StateText({ view: { shown, stage, moment } }: { readonly view: RowView }) {
  const seal = useSeal(shown.id);
  if (shown.scripted) return <span className="font-semibold text-warn">{texts.row.scripted}</span>;
  switch (stage) {
    case 'pending': {
      const seats = teamsOf(shown).flat();
      return texts.row.seats(seats.filter(({ taken }) => taken !== null).length, seats.length);
    }
    case 'awaiting':
      return texts.row.awaiting;
    case 'spinning':
    case 'lead':
      return texts.row.spinning;
    case 'rolling':
      return <span className="font-semibold text-fg">{texts.row.rolling(moment.round + 1, shown.cases.length)}</span>;
    case 'tie':
      return <span className="font-semibold text-fg">{texts.row.tie}</span>;
    case 'standing':
      return texts.row.standing;
    case 'cancelled':
      return texts.row.cancelled;
    case 'voided':
      return texts.row.voided;
    case 'over':
      return (
        <span className="inline-flex items-center gap-1.5">
          {shown.result && (
            <strong className="text-fg">
              {teamText(shown.type, shown.result.winnerTeam)} {texts.row.won}{' '}
              <Money cents={centsFromUsd(shown.result.potUsd)} className="text-volt" />
            </strong>
          )}
          {seal && <SealChip seal={seal} iconOnly />}
        </span>
      );
  }
}

interface RowActionProps {
  readonly view: RowView;
  readonly own: boolean;
  readonly me: string | null;
}

function RowAction({ view: { shown, stage }, own, me }: RowActionProps) {
  const watchOnly = useWatchOnly(shown.scripted);
  const running = stage !== 'pending' && stage !== 'over';
  if (stage !== 'pending' || own || watchOnly)
    return (
      <ButtonLink
        to={`/casebattles/${shown.id}`}
        icon={running ? <Play aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
      >
        {running ? texts.row.watch : texts.row.view}
        <span className="visually-hidden">{texts.row.theBattle}</span>
      </ButtonLink>
    );
  if (me === null) return <Button onClick={signIn}>{messages.login}</Button>;
  return (
    <Button online variant="primary" onClick={() => openModal('casebattle.join', { gameId: shown.id })}>
      {texts.row.join}
      <span className="visually-hidden">{texts.row.theBattle}</span>
    </Button>
  );
}

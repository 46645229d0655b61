/** One line over the reels that says what is going on: who is missing, what is awaited, who leads, who won. */
import { Hourglass, RotateCcw } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { OpenedNote } from '../../../fairness/view/opened-note.tsx';
import { useOpened } from '../../../fairness/silence.ts';
import { BeaconRound, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { Countdown } from '../../../ui/values/countdown.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { listed, ownSeat, ruleText, seatsOf, teamText } from '../seats.ts';
import { leadersOf, openDrops, totalsOf } from '../standing.ts';
import { TieDraw } from './tie-draw.tsx';
import type { Shown } from '../use-stage.ts';

export interface StatusBandProps {
  /** The whole battle: the draw of a tie has to know where to stop. */
  readonly battle: CasebattleDetails;
  readonly view: Shown<CasebattleDetails>;
  readonly me: string | null;
  readonly replaying: boolean;
}

export function StatusBand({ battle, view, me, replaying }: StatusBandProps) {
  return (
    <div className="status-band" data-stage={view.stage}>
      {replaying && (
        <span className="replay-chip">
          <RotateCcw aria-hidden size={12} strokeWidth={3} /> Replay
        </span>
      )}
      <div className="grid justify-items-center gap-1">
        {battle.scripted && <p className="band-scripted">{SCRIPTED_MARK}</p>}
        <Says battle={battle} view={view} me={me} />
      </div>
    </div>
  );
}

function Says({ battle, view, me }: Omit<StatusBandProps, 'replaying'>) {
  const { shown, stage, timeline } = view;
  switch (stage) {
    case 'pending':
      return <Pending battle={shown} />;
    case 'awaiting':
      return <Awaiting battle={shown} />;
    case 'lead':
      return (
        <Line big={shown.scripted ? 'All seats are taken' : 'All drops are drawn'}>
          The reels start{' '}
          {timeline && (
            <>
              in <Countdown deadlineAt={timeline.startsAt} label="Reels start" /> s
            </>
          )}
        </Line>
      );
    case 'rolling':
      return <Standing view={view} />;
    case 'tie':
    case 'standing':
      return timeline !== null && timeline.tieMs > 0 ? (
        <TieDraw battle={battle} timeline={timeline} drawn={stage === 'standing'} />
      ) : (
        <Standing view={view} />
      );
    case 'told':
      return <Winner battle={shown} me={me} />;
    case 'cancelled':
      return <Line big="Cancelled">Every seat that was taken got its price back.</Line>;
    case 'voided':
      return (
        <Line big="Voided">
          The named beacon round did not come for 24 hours. Every seat got its price back in full.
        </Line>
      );
  }
}

function Line({ big, children }: { readonly big: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid gap-0.5 text-center">
      <p className="text-xl leading-7 font-black max-md:text-lg">{big}</p>
      <p className="text-sm text-fg-2">{children}</p>
    </div>
  );
}

function Pending({ battle }: { readonly battle: CasebattleDetails }) {
  const free = seatsOf(battle).filter(({ taken }) => taken === null).length;
  return (
    <Line big={free === 1 ? 'One seat is free' : `${free} seats are free`}>
      {battle.scripted
        ? 'Only staff and house personas take them; everyone can watch.'
        : `The last one starts the battle. ${ruleText(battle.mode)}`}
    </Line>
  );
}

function Awaiting({ battle }: { readonly battle: CasebattleDetails }) {
  const { dueAt } = battle;
  const opened = useOpened(battle.id);
  const beacon = useNamedBeacon(battle.fair);
  // No beacon is named for it.
  if (opened && 'winnerTeam' in opened.outcome) {
    const { winnerTeam, teamCents } = opened.outcome;
    const total = formatUsd(cents(teamCents[winnerTeam] ?? 0));
    return <OpenedNote opened={opened} result={`${teamText(battle.type, winnerTeam)} wins with drops of ${total}`} />;
  }
  if (battle.scripted) return <Line big="All seats are taken">Nothing is drawn. The reels start in a moment.</Line>;
  return (
    <Line
      big={
        <span className="inline-flex items-center gap-2">
          <Hourglass aria-hidden size={20} className="text-volt" /> The seats are locked
        </span>
      }
    >
      Awaiting {beacon ? <BeaconRound beacon={beacon} /> : 'the beacon'}
      <span className="max-md:hidden">
        {beacon?.simulated
          ? ', named by the lock; this site signs it, play money only'
          : ', named by the lock: nobody can know it yet'}
      </span>
      .{' '}
      {dueAt !== null && (
        <>
          Due in <Countdown deadlineAt={dueAt} label="Drops due" />
          <span className="max-md:hidden"> or a little later</span>.
        </>
      )}
    </Line>
  );
}

function Standing({ view: { shown, moment } }: Pick<StatusBandProps, 'view'>) {
  const totals = useMemo(() => totalsOf(shown, openDrops(shown, moment)), [shown, moment]);
  const leaders = leadersOf(shown, totals);
  const names = listed(leaders.map((team) => teamText(shown.type, team)));
  return (
    <Line
      big={
        <>
          Round <span className="tabular-nums">{moment.round + 1}</span>
          <span className="text-fg-2"> of {shown.cases.length}</span>
        </>
      }
    >
      {leaders.length === 0
        ? 'The first reels are turning'
        : `${names} ${leaders.length === 1 ? 'leads' : 'are level'} with ` +
          `${formatUsd(cents(totals[leaders[0] ?? 0] ?? 0))}`}
    </Line>
  );
}

function Winner({ battle, me }: { readonly battle: CasebattleDetails; readonly me: string | null }) {
  const { result, type } = battle;
  if (result === null) return null;
  const own = ownSeat(battle, me);
  const winners = seatsOf(battle).flatMap((seat) => {
    const share = result.shares.find(({ participantId }) => participantId === seat.taken?.id);
    return seat.taken && share ? [{ user: seat.taken.user, wonUsd: share.wonUsd }] : [];
  });
  const won = own && own.team === result.winnerTeam;
  return (
    <div className="winner-band">
      <div className="min-w-0">
        <p className="text-sm font-bold text-fg-2">
          {teamText(type, result.winnerTeam)} wins
          {result.tied.length > 1 && `, drawn from a tie of ${result.tied.length} with equal chances`}
        </p>
        <Money
          cents={centsFromUsd(result.potUsd)}
          className="text-pot leading-none font-black tracking-[-0.03em] text-volt max-md:text-h1"
        />
      </div>
      <ul aria-label="Winnings" className="flex flex-wrap justify-center gap-2">
        {winners.map(({ user, wonUsd }) => (
          <li key={user.id} className="flex items-center gap-2 rounded-md bg-ink-4 py-1.5 pr-3 pl-1.5">
            <Avatar src={user.avatar} name={user.name} size="sm" />
            <UserName user={user} showLevel={false} className="max-w-36 text-sm" />
            <Money cents={centsFromUsd(wonUsd)} className="text-sm font-black text-volt" />
          </li>
        ))}
      </ul>
      {own && (
        <p className={cx('text-sm font-bold', won ? 'text-ok' : 'text-fg-2')}>
          {won ? 'You won. Paid to your balance.' : `You lost ${formatUsd(centsFromUsd(battle.priceUsd))}.`}
        </p>
      )}
    </div>
  );
}

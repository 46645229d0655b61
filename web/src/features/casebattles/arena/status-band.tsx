/** One line above the reels with the current status: free seats, the pending beacon, the leaders, the winner. */
import { Hourglass, RotateCcw } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { OwnResultHead } from '../../../games-kit/own-result-head.tsx';
import { ownResultText } from '../../../games-kit/own-result.ts';
import { OpenedNote } from '../../../fairness/view/opened-note.tsx';
import { BeaconRound, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import { DrawSteps } from '../../../games-kit/draw-steps.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { Countdown } from '../../../ui/values/countdown.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { ownResultOf } from '../own.ts';
import { joinNames, ownSeat, ruleText, seatsOf, teamText } from '../seats.ts';
import { leadersOf, openDrops, totalsOf } from '../drops.ts';
import { TieDraw } from './tie-draw.tsx';
import type { BattleView } from '../use-stage.ts';
import { texts } from './texts.ts';

export interface StatusBandProps {
  /** The whole battle, because the draw of a tie must know where to stop. */
  readonly battle: CasebattleDetails;
  readonly view: BattleView<CasebattleDetails>;
  readonly me: string | null;
  readonly replaying: boolean;
}

export function StatusBand({ battle, view, me, replaying }: StatusBandProps) {
  return (
    <div className="status-band" data-stage={view.stage} data-own={ownSeat(battle, me) !== null || undefined}>
      {replaying && (
        <span className="replay-chip">
          <RotateCcw aria-hidden size={12} strokeWidth={3} /> {texts.band.replay}
        </span>
      )}
      <div className="grid justify-items-center gap-1">
        {battle.scripted && <p className="band-scripted">{SCRIPTED_MARK}</p>}
        <StatusText battle={battle} view={view} me={me} />
      </div>
    </div>
  );
}

function StatusText({ battle, view, me }: Omit<StatusBandProps, 'replaying'>) {
  const { shown, stage, timeline } = view;
  switch (stage) {
    case 'pending':
      return <Pending battle={shown} />;
    case 'awaiting':
      return <Awaiting battle={shown} />;
    case 'spinning':
      return <Spinning battle={shown} received={battle.fair.drandSignature !== null} />;
    case 'lead':
      return (
        <Line big={shown.scripted ? texts.band.allSeats : texts.band.allDrawn}>
          {texts.band.reelsStart}{' '}
          {timeline && (
            <>
              {texts.band.in} <Countdown deadlineAt={timeline.startsAt} label={texts.band.reelsStartLabel} />{' '}
            </>
          )}
        </Line>
      );
    case 'rolling':
      return <Progress view={view} />;
    case 'tie':
    case 'standing':
      return timeline !== null && timeline.tieMs > 0 ? (
        <TieDraw battle={battle} timeline={timeline} drawn={stage === 'standing'} />
      ) : (
        <Progress view={view} />
      );
    case 'over':
      return (
        <>
          <Winner battle={shown} me={me} />
          <OpenedNote
            roundId={shown.id}
            result={texts.band.wins(teamText(shown.type, shown.result?.winnerTeam ?? 0))}
          />
        </>
      );
    case 'cancelled':
      return <Ended battle={shown} me={me} big={texts.band.cancelled} text={texts.band.cancelledText} />;
    case 'voided':
      return <Ended battle={shown} me={me} big={texts.band.voided} text={texts.band.voidedText} />;
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
    <Line big={texts.band.seatsFree(free)}>
      {battle.scripted ? texts.band.scriptedSeats : texts.band.lastSeat(ruleText(battle.mode))}
    </Line>
  );
}

/** The reels turn without a result: each step to it, as it happens. */
function Spinning({ battle, received }: { readonly battle: CasebattleDetails; readonly received: boolean }) {
  // No beacon is named for it.
  if (battle.scripted) return <Line big={texts.band.allSeats}>{texts.band.scriptedStart}</Line>;
  return <DrawSteps roundId={battle.id} fair={battle.fair} received={received} />;
}

function Awaiting({ battle }: { readonly battle: CasebattleDetails }) {
  const { dueAt } = battle;
  const beacon = useNamedBeacon(battle.fair);
  if (battle.scripted) return <Line big={texts.band.allSeats}>{texts.band.scriptedStart}</Line>;
  return (
    <Line
      big={
        <span className="inline-flex items-center gap-2">
          <Hourglass aria-hidden size={20} className="text-volt" /> {texts.band.locked}
        </span>
      }
    >
      {texts.band.awaiting} {beacon ? <BeaconRound beacon={beacon} /> : texts.band.theBeacon}
      <span className="max-md:hidden">{beacon?.simulated ? texts.band.namedSimulated : texts.band.named}</span>.{' '}
      {dueAt !== null && (
        <>
          {texts.band.dueIn} <Countdown deadlineAt={dueAt} label={texts.band.dueLabel} />
          <span className="max-md:hidden">{texts.band.orLater}</span>.
        </>
      )}
    </Line>
  );
}

function Progress({ view: { shown, moment } }: Pick<StatusBandProps, 'view'>) {
  const totals = useMemo(() => totalsOf(shown, openDrops(shown, moment)), [shown, moment]);
  const leaders = leadersOf(shown, totals);
  const names = joinNames(leaders.map((team) => teamText(shown.type, team)));
  return (
    <Line
      big={
        <>
          {texts.band.round} <span className="tabular-nums">{moment.round + 1}</span>
          <span className="text-fg-2">{texts.band.ofRounds(shown.cases.length)}</span>
        </>
      }
    >
      {leaders.length === 0
        ? texts.band.firstReels
        : texts.band.leads(names, leaders.length, formatUsd(cents(totals[leaders[0] ?? 0] ?? 0)))}
    </Line>
  );
}

interface EndProps {
  readonly battle: CasebattleDetails;
  readonly me: string | null;
}

/** A battle without a draw. */
function Ended({ battle, me, big, text }: EndProps & { readonly big: string; readonly text: string }) {
  const own = ownResultOf(battle, me);
  return <Line big={own === null ? big : ownResultText(own)}>{text}</Line>;
}

/** Players read first what they won or lost, spectators who won. */
function Winner({ battle, me }: EndProps) {
  const { result, type } = battle;
  if (result === null) return null;
  const own = ownResultOf(battle, me);
  const team = teamText(type, result.winnerTeam);
  const pot = centsFromUsd(result.potUsd);
  const tie = result.tied.length > 1 && texts.band.fromTie(result.tied.length);
  if (own === null)
    return (
      <div className="winner-band">
        <div className="min-w-0">
          <p className="text-sm font-bold text-fg-2">
            {texts.band.wins(team)}
            {tie}
          </p>
          <Money cents={pot} className="text-pot leading-none font-black tracking-[-0.03em] text-volt max-md:text-h1" />
        </div>
        <Winnings battle={battle} me={me} />
      </div>
    );
  return (
    <div className="winner-band">
      <OwnResultHead result={own} sumClass="text-pot leading-none max-md:text-h1" wide />
      <div className="grid gap-1">
        <p className="text-sm font-bold text-fg-2">
          {texts.band.winsPot(team, formatUsd(pot))}
          {tie}
          {own.wonCents > 0 && battle.revealedAt !== null && <span className="max-md:hidden">. {texts.band.paid}</span>}
        </p>
        <Winnings battle={battle} me={me} />
      </div>
    </div>
  );
}

/** The winners with their shares; the own one travels into the balance. */
function Winnings({ battle, me }: EndProps) {
  const winners = seatsOf(battle).flatMap((seat) => {
    const share = battle.result?.shares.find(({ participantId }) => participantId === seat.taken?.id);
    return seat.taken && share ? [{ user: seat.taken.user, wonUsd: share.wonUsd }] : [];
  });
  return (
    <ul aria-label={texts.band.winnings} className="flex flex-wrap justify-center gap-2">
      {winners.map(({ user, wonUsd }) => (
        <li
          key={user.id}
          data-own-share={user.id === me ? formatUsd(centsFromUsd(wonUsd)) : undefined}
          className="flex items-center gap-2 rounded-md bg-ink-4 py-1.5 pr-3 pl-1.5"
        >
          <Avatar src={user.avatar} name={user.name} size="sm" />
          <UserName user={user} showLevel={false} className="max-w-36 text-sm" />
          <Money cents={centsFromUsd(wonUsd)} className="text-sm font-black text-volt" />
        </li>
      ))}
    </ul>
  );
}

/** The round on the screen: ring, players, result and proof on one panel. Used by the page. */
import { ArrowRight, Plus } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo } from 'react';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { cents as centsOf, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { setJackpotWinner } from '@fairpot/contract/jackpot/calls';
import { useMayScript } from '../../../platform/page/scripted.ts';
import { OpenedNote } from '../../../fairness/view/opened-note.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ScriptedMark } from '../../../ui/states/scripted-mark.tsx';
import { PlayerList } from '../list/player-list.tsx';
import { TimeArc } from './pot-clock.tsx';
import { PotCentre } from './pot-centre.tsx';
import { Ring } from './ring.tsx';
import { ringOf, turnOfResult } from './ring-model.ts';
import { chanceText, ownItemsOf, potOf, rankShares } from '../shares.ts';
import type { PotShare } from '../shares.ts';
import { spinAt } from '../stage.ts';
import type { JackpotStage } from '../stage.ts';
import { useJoin } from '../use-join.ts';
import { StageNote } from './stage-note.tsx';
import { texts } from '../texts.ts';
import { later, leaveOut } from '../../../ui/states/boundary.tsx';

const loadResult = () => import('./result-card.tsx');
const ResultCard = later(async () => (await loadResult()).ResultCard);
const SetWinner = later(async () => (await import('../../../games-kit/set-winner.tsx')).SetWinner, leaveOut);
const ProofStrip = later(async () => (await import('./proof-strip.tsx')).ProofStrip, leaveOut);

/** As high as the result of an ordinary round from the moment it is known, so that nothing moves when the pointer lands. */
const RESULT_PLACE = 'grid min-h-[332px] @min-[580px]:min-h-[262px]';

export interface PotStageProps {
  /** The whole round, for the pointer, which must know where to land. */
  readonly round: JackpotRound;
  /** The veiled round, for everything else. */
  readonly shown: JackpotRound;
  readonly stage: JackpotStage;
  readonly shares: readonly PotShare[];
  readonly me: string | null;
  /** The round that takes entries while this one is still shown; null if it is the same. */
  readonly next: JackpotRound | null;
  readonly onNext: () => void;
}

export function PotStage({ round, shown, stage, shares, me, next, onNext }: PotStageProps) {
  const model = useMemo(() => ringOf(shares), [shares]);
  const pot = potOf(shown);
  const onItsWay = stage === 'turning' || stage === 'landed';
  const onWay = stage === 'known' || stage === 'turning';
  // Loaded while the pointer turns, so that the result is there when it lands.
  useEffect(() => {
    if (onWay) void loadResult();
  }, [onWay]);
  const target = onItsWay && round.result ? turnOfResult(model, round) : null;
  const action = useStaffAction(shown, shares);
  const winnerId = shown.result?.user.id;
  const winner = [...model.arcs, ...model.crowd].find(({ share }) => share.user.id === winnerId) ?? null;
  return (
    <section
      aria-label={texts.ring.round(shown.fair.number)}
      data-stage={stage}
      className="panel @container grid gap-4 rounded-xl border border-line bg-ink-2 p-4 lg:gap-5 lg:p-6"
    >
      <div
        className={
          'grid items-center gap-5 @min-[580px]:grid-cols-[minmax(0,300px)_minmax(0,1fr)] ' +
          '@min-[760px]:grid-cols-[minmax(0,360px)_minmax(0,1fr)] @min-[760px]:gap-8'
        }
      >
        <div className="grid gap-3">
          <div className="pot-box mx-auto w-full max-w-[360px]">
            {stage === 'countdown' && shown.deadlineAt !== null && <TimeArc deadlineAt={shown.deadlineAt} />}
            <Ring
              model={model}
              target={target}
              startsAt={spinAt(round)}
              winner={winner}
              label={ringLabel(shares, shown.scripted ? null : pot, winner?.share ?? null)}
            />
            <PotCentre round={shown} stage={stage} shares={shares} me={me} />
            {round.scripted && <ScriptedMark />}
          </div>
        </div>
        {shares.length === 0 ? (
          <HowItWorks />
        ) : (
          <PlayerList
            shares={shares}
            pot={pot}
            me={me}
            winner={winner?.share.seat ?? null}
            drawn={!shown.scripted}
            action={action}
          />
        )}
      </div>
      {next !== null && (onWay || stage === 'landed') && (
        <NextRound next={next} landed={stage === 'landed'} own={ownItemsOf(shown, me)} onNext={onNext} />
      )}
      {stage === 'landed' ? (
        <Suspense fallback={<div className={RESULT_PLACE} />}>
          <div className={cx(RESULT_PLACE, 'content-start gap-4')}>
            <OpenedNote start roundId={shown.id} result={texts.note.opened(shown.result?.user.name ?? '')} />
            <ResultCard round={shown} shares={shares} me={me} />
          </div>
        </Suspense>
      ) : (
        <div
          className={cx('text-center @min-[580px]:text-left', onWay ? cx(RESULT_PLACE, 'content-start') : 'min-h-5')}
        >
          <StageNote round={shown} stage={stage} />
        </div>
      )}
      <Suspense fallback={<div className="h-[150px] border-t border-line" />}>
        <ProofStrip round={shown} stage={stage} />
      </Suspense>
    </section>
  );
}

/** 'Set as winner' on each player, for admins of a demo. */
function useStaffAction({ id, phase }: JackpotRound, shares: readonly PotShare[]) {
  const offered = useMayScript();
  const open = phase === 'WAITING' || phase === 'COUNTDOWN';
  const players = useMemo(() => shares.map(({ user }) => user), [shares]);
  const action = useCallback(
    ({ user }: PotShare) => (
      <Suspense fallback={null}>
        <SetWinner
          call={setJackpotWinner}
          input={{ userId: user.id, gameId: id }}
          label={texts.players.setWinner}
          user={user}
          players={players}
          open={open}
        />
      </Suspense>
    ),
    [id, players, open],
  );
  return offered ? action : undefined;
}

const MAX_NAMED = 6;

/** The ring as text: the largest shares and how many more there are. `pot` is null when shares are not chances. */
function ringLabel(shares: readonly PotShare[], pot: number | null, winner: PotShare | null): string {
  if (winner) return texts.ring.landedOn(winner.seat, winner.user.name);
  if (shares.length === 0) return texts.ring.empty;
  const parts = rankShares(shares)
    .slice(0, MAX_NAMED)
    .map(({ seat, user, cents }) => {
      const part = pot === null ? formatUsd(centsOf(cents)) : texts.ring.percent(chanceText(cents, pot));
      return texts.ring.seat(seat, user.name, part);
    });
  return texts.ring.shares(parts, shares.length - parts.length);
}

interface NextRoundProps {
  readonly next: JackpotRound;
  /** The buttons wait for the pointer: pressed before, they would hide it. */
  readonly landed: boolean;
  /** What the user staked in the round on the stage. */
  readonly own: readonly StakedItem[];
  readonly onNext: () => void;
}

function NextRound({ next, landed, own, onNext }: NextRoundProps) {
  const join = useJoin(next, own);
  return (
    <div
      className={
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-ink-3 px-4 py-2 ' +
        '@max-[480px]:justify-center'
      }
    >
      <p className="text-sm text-fg-2">
        {texts.ring.nextOpen(next.fair.number)} <Money cents={centsFromUsd(next.value)} className="font-bold text-fg" />{' '}
        {texts.ring.inPot}
      </p>
      <div className={cx('flex shrink-0 gap-2', !landed && 'invisible')}>
        <Button onClick={onNext}>
          {texts.ring.next} <ArrowRight aria-hidden size={16} />
        </Button>
        {own.length > 0 && (
          <Button online icon={<Plus aria-hidden size={16} />} onClick={join}>
            {texts.ring.joinNext}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The rules, beside an empty ring. */
function HowItWorks() {
  return (
    <ol className="grid gap-3">
      {texts.ring.rules.map((text, at) => (
        <li key={text} className="flex gap-4 rounded-md bg-ink-3 p-4">
          <span className="text-xl leading-6 font-black text-volt">{at + 1}</span>
          <span className="text-sm text-fg-2">{text}</span>
        </li>
      ))}
    </ol>
  );
}

/**
 * Sounds and screen-reader announcements of a battle, each once, at the moment it happens. Used by the battle's page.
 *
 * Moments that were over when the page opened are silent: a late visitor sees the result at once and hears nothing. A replay
 * plays ticks and announces its rounds, but not the known result.
 */
import { useEffect, useRef } from 'react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { carryHome } from '../../games-kit/carry-home.ts';
import { ownResultText } from '../../games-kit/own-result.ts';
import { announce } from '../../platform/page/announcer.ts';
import { accountChanged } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { ownResultOf } from './own.ts';
import { joinNames, seatsOf, teamText } from './seats.ts';
import { leadersOf, openDrops, totalsOf } from './drops.ts';
import type { BattleStage } from './stage.ts';
import type { ReplayMoment } from './timeline.ts';
import type { BattleView } from './use-stage.ts';
import { texts } from './texts.ts';

interface LastSeen {
  readonly stage: BattleStage;
  readonly moment: ReplayMoment;
  readonly taken: number;
}

/** `view` is veiled: it holds no result until the winner is shown. */
export function useMoments(
  { shown, stage, moment }: BattleView<Casebattle>,
  me: string | null,
  replaying: boolean,
): void {
  const before = useRef<LastSeen | null>(null);
  useEffect(() => {
    const taken = seatsOf(shown).filter((seat) => seat.taken !== null).length;
    const was = before.current;
    before.current = { stage, moment, taken };
    if (was === null) return;
    if (taken > was.taken) playCue('bet');
    if (stage !== was.stage) announceStage(shown, stage, was.stage, me, replaying);
    if (stage !== 'rolling') return;
    const opened = moment.round !== was.moment.round || moment.stopped !== was.moment.stopped;
    if (opened && moment.stopped > 0) playCue('tick');
    if (opened && moment.stopped === seatsOf(shown).length) announce(roundText(shown, moment));
  }, [shown, stage, moment, me, replaying]);
}

function announceStage(
  battle: Casebattle,
  stage: BattleStage,
  was: BattleStage,
  me: string | null,
  replaying: boolean,
): void {
  if (stage === 'awaiting') {
    playCue('start');
    announce(texts.spoken.allSeats);
  }
  if (stage === 'spinning' || (stage === 'rolling' && was === 'lead')) playCue('start');
  if (stage === 'tie') announce(texts.spoken.tie);
  if (stage === 'over' && was !== 'over' && !replaying) announceResult(battle, me);
  if (stage === 'cancelled' || stage === 'voided') announceRefund(battle, me);
}

/** 'Round 3 of 8. Seat 2 leads with $61.40'. */
function roundText(battle: Casebattle, moment: ReplayMoment): string {
  const totals = totalsOf(battle, openDrops(battle, moment));
  const leaders = leadersOf(battle, totals);
  const names = leaders.map((team) => teamText(battle.type, team));
  const sum = formatUsd(cents(totals[leaders[0] ?? 0] ?? 0));
  const head = texts.spoken.round(moment.round + 1, battle.cases.length);
  return names.length === 1
    ? texts.spoken.leads(head, names[0] ?? '', sum)
    : texts.spoken.tied(head, joinNames(names), sum);
}

function announceResult(battle: Casebattle, me: string | null): void {
  const { result } = battle;
  if (result === null) return;
  const names = seatsOf(battle).flatMap(({ team, taken }) =>
    team === result.winnerTeam && taken ? [taken.user.name] : [],
  );
  const own = ownResultOf(battle, me);
  // no fanfare for a payout at or below the stake
  playCue(own === null || own.kind === 'won' ? 'win' : 'lose');
  if (own === null)
    return announce(
      texts.spoken.result(
        teamText(battle.type, result.winnerTeam),
        joinNames(names),
        names.length,
        formatUsd(centsFromUsd(result.potUsd)),
      ),
    );
  announce(texts.spoken.own(ownResultText(own), joinNames(names)), 'assertive');
  accountChanged();
  if (own.kind === 'won') carryHome('balance');
}

function announceRefund(battle: Casebattle, me: string | null): void {
  const own = ownResultOf(battle, me);
  if (own === null) return;
  announce(ownResultText(own), 'assertive');
  accountChanged();
}

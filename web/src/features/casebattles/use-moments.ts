/**
 * The sounds and spoken words of a battle, each once, at the moment it happens. Called by the view.
 *
 * Moments that were over when the page opened are silent: a late visitor sees the result at once and hears nothing. A
 * replay ticks and says its rounds, and makes no fuss of a result that is long known.
 */
import { useEffect, useRef } from 'react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { announce } from '../../platform/page/announcer.ts';
import { accountChanged } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { listed, ownSeat, seatsOf, teamText } from './seats.ts';
import { leadersOf, openDrops, totalsOf } from './standing.ts';
import type { Stage } from './stage.ts';
import type { Moment } from './timeline.ts';
import type { Shown } from './use-stage.ts';

interface Before {
  readonly stage: Stage;
  readonly moment: Moment;
  readonly taken: number;
}

/** `view` is veiled: it holds no result before the winner is told. */
export function useMoments({ shown, stage, moment }: Shown<Casebattle>, me: string | null, replaying: boolean): void {
  const before = useRef<Before | null>(null);
  useEffect(() => {
    const taken = seatsOf(shown).filter((seat) => seat.taken !== null).length;
    const was = before.current;
    before.current = { stage, moment, taken };
    if (was === null) return;
    if (taken > was.taken) playCue('bet');
    if (stage !== was.stage) tellStage(shown, stage, was.stage, me, replaying);
    if (stage !== 'rolling') return;
    const opened = moment.round !== was.moment.round || moment.stopped !== was.moment.stopped;
    if (opened && moment.stopped > 0) playCue('tick');
    if (opened && moment.stopped === seatsOf(shown).length) announce(roundText(shown, moment));
  }, [shown, stage, moment, me, replaying]);
}

function tellStage(battle: Casebattle, stage: Stage, was: Stage, me: string | null, replaying: boolean): void {
  if (stage === 'awaiting') {
    playCue('start');
    announce('All seats are taken. The drops are drawn when the named block and beacon are there');
  }
  if (stage === 'rolling' && was === 'lead') playCue('start');
  if (stage === 'tie') announce('The best totals are equal: the winner is drawn with equal chances');
  if (stage === 'told' && was !== 'told' && !replaying) tellResult(battle, me);
  if ((stage === 'cancelled' || stage === 'voided') && ownSeat(battle, me)) accountChanged();
}

/** 'Round 3 of 8. Seat 2 leads with $61.40'. */
function roundText(battle: Casebattle, moment: Moment): string {
  const totals = totalsOf(battle, openDrops(battle, moment));
  const leaders = leadersOf(battle, totals);
  const names = leaders.map((team) => teamText(battle.type, team));
  const sum = formatUsd(cents(totals[leaders[0] ?? 0] ?? 0));
  const head = `Round ${moment.round + 1} of ${battle.cases.length}.`;
  return names.length === 1
    ? `${head} ${names[0]} leads with ${sum}`
    : `${head} ${listed(names)} are level with ${sum}`;
}

function tellResult(battle: Casebattle, me: string | null): void {
  const { result } = battle;
  if (result === null) return;
  const own = ownSeat(battle, me);
  const share = result.shares.find(({ participantId }) => participantId === own?.taken?.id);
  const won = centsFromUsd(share?.wonUsd ?? 0);
  const names = seatsOf(battle).flatMap(({ team, taken }) =>
    team === result.winnerTeam && taken ? [taken.user.name] : [],
  );
  // no fanfare for a return at or below the stake
  playCue(own && won <= centsFromUsd(battle.priceUsd) ? 'lose' : 'win');
  if (!own)
    return announce(
      `${teamText(battle.type, result.winnerTeam)} won. ${listed(names)} ` +
        `${names.length === 1 ? 'takes' : 'take'} ${formatUsd(centsFromUsd(result.potUsd))}`,
    );
  if (share) announce(`Case battle: you won ${formatUsd(won)}`, 'assertive');
  else announce(`${listed(names)} won. You lost ${formatUsd(centsFromUsd(battle.priceUsd))}`, 'assertive');
  accountChanged();
}

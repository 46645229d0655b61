/** The stage of a battle as a hook: rerenders exactly when it changes. */
import { useMemo, useState } from 'react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { useSuspense } from '../../platform/calls/suspense.ts';
import { ownSeat } from './seats.ts';
import { isUnderWay, momentOf, nextChangeAt, stageOf, timelineOf, veiled } from './stage.ts';
import type { BattleStage } from './stage.ts';
import type { ReplayMoment, Timeline } from './timeline.ts';

export interface BattleView<T extends Casebattle> {
  readonly stage: BattleStage;
  readonly moment: ReplayMoment;
  /** The veiled battle. */
  readonly shown: T;
  /** The timeline that the reels follow; null before the result is published. */
  readonly timeline: Timeline | null;
}

/** `replay` replaces the server's timeline when a finished battle is replayed. */
export function useStage<T extends Casebattle>(battle: T, replay: Timeline | null = null): BattleView<T> {
  const named = useMemo(() => timelineOf(battle), [battle]);
  const timeline = replay ?? named;
  const now = useStageClock((at) => nextChangeAt(battle, timeline, at));
  const [kept, setKept] = useState(() => momentOf(timeline, now));
  const fresh = momentOf(timeline, now);
  const moment = sameMoment(kept, fresh) ? kept : fresh;
  if (moment !== kept) setKept(moment); // the same object while nothing changes, for memoised computations
  const shown = useMemo(() => veiled(battle, moment), [battle, moment]);
  return { stage: stageOf(battle, timeline, now), moment, shown, timeline };
}

/** Battles stake balance, not items. */
const NO_ITEMS: readonly string[] = [];

/** Holds back account updates of this battle's players until its winner is shown. `stage` is the server's, never a replay's. */
export function useHeldAccount(battle: Casebattle, stage: BattleStage, me: string | null): void {
  useSuspense(battle.id, isUnderWay(stage) && ownSeat(battle, me) !== null, NO_ITEMS);
}

function sameMoment(a: ReplayMoment, b: ReplayMoment): boolean {
  return a.part === b.part && a.round === b.round && a.stopped === b.stopped;
}

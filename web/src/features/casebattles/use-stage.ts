/** The stage of a battle as a hook: renders again exactly when it changes. */
import { useMemo, useState } from 'react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { useSuspense } from '../../platform/calls/suspense.ts';
import { ownSeat } from './seats.ts';
import { isUnderWay, momentOf, nextChangeAt, stageOf, timelineOf, veiled } from './stage.ts';
import type { Stage } from './stage.ts';
import type { Moment, Timeline } from './timeline.ts';

export interface Shown<T extends Casebattle> {
  readonly stage: Stage;
  readonly moment: Moment;
  /** The battle without what may not be seen yet. */
  readonly shown: T;
  /** What the reels follow; null before the result is published. */
  readonly timeline: Timeline | null;
}

/** `replay` replaces the server's timeline: a finished battle watched once more. */
export function useStage<T extends Casebattle>(battle: T, replay: Timeline | null = null): Shown<T> {
  const named = useMemo(() => timelineOf(battle), [battle]);
  const timeline = replay ?? named;
  const now = useStageClock((at) => nextChangeAt(timeline, at));
  const [kept, setKept] = useState(() => momentOf(timeline, now));
  const fresh = momentOf(timeline, now);
  const moment = sameMoment(kept, fresh) ? kept : fresh;
  if (moment !== kept) setKept(moment); // the same object as long as nothing changes, for what is computed from it
  const shown = useMemo(() => veiled(battle, moment), [battle, moment]);
  return { stage: stageOf(battle, timeline, now), moment, shown, timeline };
}

/** What is at stake in a battle is balance. */
const NO_ITEMS: readonly string[] = [];

/** Holds the account of who sits in this battle until its winner is told. `stage` is the server's, never a replay's. */
export function useHeldAccount(battle: Casebattle, stage: Stage, me: string | null): void {
  useSuspense(battle.id, isUnderWay(stage) && ownSeat(battle, me) !== null, NO_ITEMS);
}

function sameMoment(a: Moment, b: Moment): boolean {
  return a.part === b.part && a.round === b.round && a.stopped === b.stopped;
}

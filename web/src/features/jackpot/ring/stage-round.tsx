/** A round with its moments: sounds, announcements, and the account that keeps still until the own result has landed. */
import { useMemo } from 'react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { useSuspense } from '../../../platform/calls/suspense.ts';
import { PotStage } from './pot-stage.tsx';
import { sharesOf } from '../shares.ts';
import { stageOf, veiled } from '../stage.ts';
import type { JackpotStage } from '../stage.ts';
import { useMoments } from '../use-moments.ts';

/** Locked or about to be, and not landed yet: an account update now would reveal the result before the pointer does. */
function isUnderWay(stage: JackpotStage): boolean {
  return stage === 'closing' || stage === 'finishing' || stage === 'known' || stage === 'turning';
}

function itemIdsOf({ entries }: JackpotRound): readonly string[] {
  return entries.flatMap(({ items }) => items.map(({ id }) => id));
}

export interface StageRoundProps {
  /** With its result, which is shown when the pointer lands. */
  readonly round: JackpotRound;
  readonly now: number;
  readonly me: string | null;
  /** The round that takes entries while this one is shown; null if it is the same. */
  readonly next: JackpotRound | null;
  readonly onNext: () => void;
}

export function StageRound({ round, now, me, next, onNext }: StageRoundProps) {
  const stage = stageOf(round, now);
  const shown = useMemo(() => (stage === 'landed' ? round : veiled(round, now)), [round, stage, now]);
  const shares = useMemo(() => sharesOf(round.entries), [round.entries]);
  useMoments(shown, stage, me);
  useSuspense(round.id, isUnderWay(stage) && shares.some(({ user }) => user.id === me), itemIdsOf(round));
  return <PotStage round={round} shown={shown} stage={stage} shares={shares} me={me} next={next} onNext={onNext} />;
}

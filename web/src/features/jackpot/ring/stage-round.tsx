/** A round with its moments: sounds, announcements, and the account that keeps still until the own result has landed. */
import { useMemo } from 'react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { useSuspense } from '../../../platform/calls/suspense.ts';
import { useWithOpened } from '../../../fairness/silence.ts';
import { openedAs } from '../opened.ts';
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

export function StageRound({ round: published, now, me, next, onNext }: StageRoundProps) {
  const round = useWithOpened(published, openedAs);
  const stage = stageOf(round, now);
  const shown = useMemo(() => (stage === 'landed' ? round : veiled(round, now)), [round, stage, now]);
  const shares = useMemo(() => sharesOf(round.entries), [round.entries]);
  // The site's own: what this browser opened is not paid before the site has published it.
  const paid = stageOf(published, now);
  useMoments(paid === 'landed' ? published : veiled(published, now), paid, me);
  useSuspense(round.id, isUnderWay(paid) && shares.some(({ user }) => user.id === me), itemIdsOf(round));
  return <PotStage round={round} shown={shown} stage={stage} shares={shares} me={me} next={next} onNext={onNext} />;
}

/**
 * When the result of an own round was first on this player's screen, so that it is not missed: a sleeping tab and another page show nothing.
 * Used by the page of the pot. The newest round is remembered over a reload.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { readStored, writeStored } from '../../fairness/storage.ts';
import { serverNow } from '../../platform/live/clock.ts';
import { stakeOf } from './shares.ts';
import { isRevealed, NEVER_SHOWN } from './stage.ts';

const KEY = 'fairpot.jackpotShown';

const useNewest = create(() => ({
  id: readStored(KEY, (value): value is string => typeof value === 'string'),
  at: 0,
}));

/** Instant of the result of `last`, `NEVER_SHOWN` until then; 0 for a round without a stake of `me`. */
export function useShownAt(last: JackpotRound | null, me: string | null): number {
  const newest = useNewest();
  const own = last !== null && stakeOf(last, me) > 0;
  if (!own) return 0;
  return newest.id === last.id ? newest.at : NEVER_SHOWN;
}

/** Notes that this round is on the stage, once its result may be shown and the tab is visible. */
export function useNoteShown(round: JackpotRound | null, now: number): void {
  const id = round?.phase === 'SETTLED' && isRevealed(round, now) ? round.id : null;
  useEffect(() => {
    const look = () => {
      if (id === null || document.visibilityState !== 'visible' || useNewest.getState().id === id) return;
      useNewest.setState({ id, at: serverNow() });
      writeStored(KEY, id);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id]);
}

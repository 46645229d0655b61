/** The stage of a game as a hook: renders again exactly when it changes, by one timer to an absolute instant. */
import { useEffect, useState } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { serverNow, useClock } from '../../platform/live/clock.ts';
import { nextChangeAt, stageOf, veiled } from './stage.ts';
import type { Stage } from './stage.ts';

/** Browsers turn longer timers into immediate ones. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Stage of the game now, and the game without what may not be seen yet. */
export function useStage(game: CoinflipGame): { readonly stage: Stage; readonly shown: CoinflipGame } {
  const { offsetMs } = useClock();
  const [, setTurn] = useState(0);
  const now = serverNow();
  const next = nextChangeAt(game, now);
  useEffect(() => {
    if (next === null) return;
    // A millisecond late rather than early: an early one would find nothing changed.
    const wait = Math.min(next - serverNow() + 1, LONGEST_TIMER_MS);
    const timer = setTimeout(() => setTurn((turn) => turn + 1), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [next, offsetMs]);
  return { stage: stageOf(game, now), shown: veiled(game, now) };
}

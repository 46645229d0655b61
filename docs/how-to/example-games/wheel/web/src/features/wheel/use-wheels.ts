/** The live list of wheels: fetched once, kept fresh by facts, each wheel passed to the watcher. Used by page and windows. */
import type { WheelFact, WheelGame, WheelList } from '@fairpot/contract/wheel/schemas';
import { applyWheelFact } from '@fairpot/contract/wheel/views';
import { listWheels, wheelHistory } from '@fairpot/contract/wheel/calls';
import { liveGame } from '../../games-kit/live-game.ts';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { useWatchRounds } from '../../games-kit/watch.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useSuspense } from '../../platform/calls/suspense.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { wheelObserver } from './observe.ts';
import { nextChangeAt, stageOf, veiled, type Stage } from './stage.ts';

const live = liveGame<WheelFact>({
  topic: 'wheel',
  queries: [listWheels, wheelHistory],
  isOwn: ({ game }, me) => isOwn(game, me),
  whole: true,
  apply: (facts) => {
    queryClient.setQueryData<WheelList>(keyOf(listWheels, {}), (list) => list && facts.reduce(applyWheelFact, list));
    if (facts.some(({ type }) => type === 'wheel.settled')) void refetchAll(wheelHistory);
  },
});

/** Keeps the cache fresh while mounted. */
export const useWheelFacts = live.useFacts;

/** The cached list; the page keeps it live. */
export function useWheels() {
  const answer = useAsk(listWheels, {}, { fresh: (list) => live.folded(list, applyWheelFact) });
  useWatchRounds(wheelObserver, answer.data?.games);
  return answer;
}

/** A wheel's current stage, and the wheel without what may not be seen yet. Until then, delays the players' balance updates. */
export function useStage(wheel: WheelGame, me: string | null): { readonly stage: Stage; readonly shown: WheelGame } {
  const now = useStageClock((at) => nextChangeAt(wheel, at));
  const stage = stageOf(wheel, now);
  const underWay = stage === 'drawing' || stage === 'turning';
  const items = wheel.entries.flatMap((entry) => entry.items.map(({ id }) => id));
  useSuspense(wheel.id, underWay && isOwn(wheel, me), items);
  return { stage, shown: veiled(wheel, now) };
}

/** True when this player is in the wheel. */
export function isOwn({ entries }: WheelGame, me: string | null): boolean {
  return me !== null && entries.some(({ user }) => user.id === me);
}

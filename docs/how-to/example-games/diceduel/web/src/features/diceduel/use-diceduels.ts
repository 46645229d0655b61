/** The live list of dice duels: fetched once, kept fresh by facts, each duel passed to the watcher. Used by page and windows. */
import type { DiceduelFact, DiceduelGame, DiceduelList } from '@fairpot/contract/diceduel/schemas';
import { applyDiceduelFact } from '@fairpot/contract/diceduel/views';
import { diceduelHistory, getDiceduel, listDiceduels } from '@fairpot/contract/diceduel/calls';
import { liveGame } from '../../games-kit/live-game.ts';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { useWatchRound, useWatchRounds } from '../../games-kit/watch.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useSuspense } from '../../platform/calls/suspense.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { diceduelObserver } from './observe.ts';
import { nextChangeAt, stageOf, veiled, type Stage } from './stage.ts';

const live = liveGame<DiceduelFact>({
  topic: 'diceduel',
  queries: [listDiceduels, getDiceduel, diceduelHistory],
  isOwn: ({ game }, me) => isOwn(game, me),
  whole: true,
  apply: (facts) => {
    queryClient.setQueryData<DiceduelList>(
      keyOf(listDiceduels, {}),
      (list) => list && facts.reduce(applyDiceduelFact, list),
    );
    for (const fact of facts)
      queryClient.setQueryData<DiceduelGame>(keyOf(getDiceduel, { id: fact.roundId }), (known) =>
        known ? newer(known, fact) : fact.game,
      );
    if (facts.some(({ type }) => type === 'diceduel.settled')) void refetchAll(diceduelHistory);
  },
});

/** Keeps the cache fresh while mounted. */
export const useDiceduelFacts = live.useFacts;

/** The cached list; the page keeps it live. */
export function useDiceduels() {
  const answer = useAsk(listDiceduels, {}, { fresh: (list) => live.folded(list, applyDiceduelFact) });
  useWatchRounds(diceduelObserver, answer.data?.games);
  return answer;
}

/** One duel in any phase, live. */
export function useDiceduel(id: string) {
  useDiceduelFacts();
  const answer = useAsk(getDiceduel, { id }, { fresh: (duel) => live.folded(duel, newer) });
  useWatchRound(diceduelObserver, answer.data);
  return answer;
}

/** A duel's current stage, and the duel without what may not be seen yet. Until then, delays the players' balance updates. */
export function useStage(
  duel: DiceduelGame,
  me: string | null,
): { readonly stage: Stage; readonly shown: DiceduelGame } {
  const now = useStageClock((at) => nextChangeAt(duel, at));
  const stage = stageOf(duel, now);
  const underWay = stage === 'countdown' || stage === 'drawing' || stage === 'thrown';
  const items = [...duel.firstItems, ...duel.secondItems].map(({ id }) => id);
  useSuspense(duel.id, underWay && isOwn(duel, me), items);
  return { stage, shown: veiled(duel, now) };
}

/** True when this player is in the duel. */
export function isOwn({ firstUser, secondUser }: DiceduelGame, me: string | null): boolean {
  return me !== null && (firstUser.id === me || secondUser?.id === me);
}

/** The known duel, or its newer version from a fact. */
function newer(known: DiceduelGame, { roundId, version, game }: DiceduelFact): DiceduelGame {
  return roundId === known.id && version > known.version ? game : known;
}

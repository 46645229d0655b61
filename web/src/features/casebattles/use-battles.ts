/**
 * The live battles: fetched once, kept fresh by facts, each passed to the watcher.
 *
 * Used by the list, the page of one battle and the windows over them, so that all use the same cache.
 */
import { listCases } from '@fairpot/contract/casebattle/cases/calls';
import type { Casebattle, CasebattleDetails, CasebattleFact } from '@fairpot/contract/casebattle/schemas';
import { applyCasebattleFact, applyToDetails } from '@fairpot/contract/casebattle/views';
import { casebattleHistory, getCasebattle, listCasebattles } from '@fairpot/contract/casebattle/calls';
import { liveGame } from '../../games-kit/live-game.ts';
import { useWatchRound, useWatchRounds } from '../../games-kit/watch.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { battleObserver } from './observe.ts';
import { ownSeat } from './seats.ts';

const live = liveGame({
  topic: 'casebattle',
  queries: [listCasebattles, getCasebattle, casebattleHistory],
  isOwn: ({ game }, me) => ownSeat(game, me) !== null,
  whole: true,
  apply: (facts) => {
    queryClient.setQueryData<Casebattle[]>(
      keyOf(listCasebattles, {}),
      (games) => games && facts.reduce(withFact, games),
    );
    for (const fact of facts)
      queryClient.setQueryData<CasebattleDetails>(
        keyOf(getCasebattle, { id: fact.roundId }),
        (known) => known && applyToDetails(known, fact),
      );
    if (facts.some(({ type }) => type === 'casebattle.finished')) void refetchAll(casebattleHistory);
  },
});

function withFact(games: Casebattle[], fact: CasebattleFact): Casebattle[] {
  return [...applyCasebattleFact(games, fact)];
}

/** Keeps the cache fresh while mounted. */
export const useBattleFacts = live.useFacts;

/** The active battles, live while `useBattleFacts` is mounted. */
export function useBattles() {
  const answer = useAsk(listCasebattles, {}, { fresh: (games) => live.folded(games, withFact) });
  useWatchRounds(battleObserver, answer.data);
  return answer;
}

/** One battle with its tables, in any status, live. */
export function useBattle(id: string) {
  useBattleFacts();
  const answer = useAsk(getCasebattle, { id }, { fresh: (details) => live.folded(details, applyToDetails) });
  useWatchRound(battleObserver, answer.data);
  return answer;
}

/** Every offered case with its table. They change rarely. */
export function useCases() {
  return useAsk(listCases, {}, { staleTime: 60_000 });
}

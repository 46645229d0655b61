/**
 * The live list of coinflips: fetched once, kept fresh by facts, each game handed to the watcher.
 *
 * Called by the page and by the game's view (a modal over any page), so that both follow the same cache.
 */
import { useMemo } from 'react';
import type { CoinflipFact, CoinflipGame, CoinflipList } from '@fairpot/contract/coinflip/schemas';
import { applyCoinflipFact } from '@fairpot/contract/coinflip/views';
import { getCoinflip, listCoinflips } from '@fairpot/contract/coinflip/calls';
import { liveGame } from '../../games-kit/live-game.ts';
import { useWatched } from '../../games-kit/watch.ts';
import { keyOf, queryClient } from '../../platform/calls/query-client.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { observedCoinflip } from './observe.ts';
import { isOwn } from './order.ts';

const live = liveGame<CoinflipFact>({
  topic: 'coinflip',
  queries: [listCoinflips, getCoinflip],
  isOwn: ({ game }, me) => isOwn(game, me),
  whole: true,
  apply: (facts) => {
    queryClient.setQueryData<CoinflipList>(
      keyOf(listCoinflips, {}),
      (list) => list && facts.reduce(applyCoinflipFact, list),
    );
    for (const fact of facts)
      queryClient.setQueryData<CoinflipGame>(
        keyOf(getCoinflip, { id: fact.roundId }),
        (known) => (known ? newer(known, fact) : fact.game), // the fact has the whole game
      );
  },
});

/** Keeps the cache fresh while mounted: by the page as a whole, whichever tab it shows, and by a view over another page. */
export const useCoinflipFacts = live.useFacts;

/** The list as it is in the cache; the page keeps it live. */
export function useCoinflips() {
  const answer = useAsk(listCoinflips, {}, { fresh: (list) => live.folded(list, applyCoinflipFact) });
  useWatched(observedCoinflip, answer.data?.games);
  return answer;
}

/** One game, whatever its phase, live. */
export function useCoinflip(id: string) {
  useCoinflipFacts();
  const answer = useAsk(getCoinflip, { id }, { fresh: (game) => live.folded(game, newer) });
  const { data } = answer;
  useWatched(
    observedCoinflip,
    useMemo(() => data && [data], [data]),
  );
  return answer;
}

/** The game as known, or as a fact of it has it since. */
function newer(known: CoinflipGame, fact: CoinflipFact): CoinflipGame {
  return fact.roundId === known.id && fact.version > known.version ? fact.game : known;
}

/**
 * The live list of coinflips: fetched once, kept fresh by facts, each game passed to the watcher.
 *
 * Used by the page and by the game's view (a modal over any page), so that both use the same cache.
 */
import type { CoinflipFact, CoinflipGame, CoinflipList } from '@fairpot/contract/coinflip/schemas';
import { applyCoinflipFact } from '@fairpot/contract/coinflip/views';
import { getCoinflip, listCoinflips } from '@fairpot/contract/coinflip/calls';
import { liveGame } from '../../games-kit/live-game.ts';
import { useWatchRound, useWatchRounds } from '../../games-kit/watch.ts';
import { keyOf, queryClient } from '../../platform/calls/query-client.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { coinflipObserver } from './observe.ts';
import { isOwn } from './order.ts';

const live = liveGame({
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
        (known) => (known ? newer(known, fact) : fact.game), // a fact carries the whole game
      );
  },
});

/** Keeps the cache fresh while mounted: in the page, whichever tab it shows, and in a view over another page. */
export const useCoinflipFacts = live.useFacts;

/** The cached list; the page keeps it live. */
export function useCoinflips() {
  const answer = useAsk(listCoinflips, {}, { fresh: (list) => live.folded(list, applyCoinflipFact) });
  useWatchRounds(coinflipObserver, answer.data?.games);
  return answer;
}

/** One game in any phase, live. */
export function useCoinflip(id: string) {
  useCoinflipFacts();
  const answer = useAsk(getCoinflip, { id }, { fresh: (game) => live.folded(game, newer) });
  useWatchRound(coinflipObserver, answer.data);
  return answer;
}

/** The game of the fact if it is newer, else the known one. */
function newer(known: CoinflipGame, fact: CoinflipFact): CoinflipGame {
  return fact.roundId === known.id && fact.version > known.version ? fact.game : known;
}

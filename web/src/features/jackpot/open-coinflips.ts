/** What waits at the coinflip table, live: for the landing page, which leads there until the jackpot opens. */
import { useTopic, recentFacts } from '../../platform/live.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/query-client.ts';
import { useAsk } from '../../platform/use-call.ts';
import { applyCoinflipFact, listCoinflips, type CoinflipFact, type CoinflipList } from '@fairpot/contract/coinflip';
import type { FactEnvelope } from '@fairpot/contract/live';
import { summarise } from './summarise.ts';

/** Topic 'coinflip' carries coinflip facts only: its envelope's body is one. */
function fold(list: CoinflipList, facts: readonly FactEnvelope[]): CoinflipList {
  return facts.reduce((known, fact) => applyCoinflipFact(known, fact.body as unknown as CoinflipFact), list);
}

export function useOpenCoinflips() {
  useTopic('coinflip', {
    apply: (facts) => {
      queryClient.setQueryData<CoinflipList>(keyOf(listCoinflips, {}), (list) => list && fold(list, facts));
    },
    resync: () => void refetchAll(listCoinflips),
    keyOf: (fact) => String(fact.body['roundId']),
  });
  const { data, error, refetch } = useAsk(listCoinflips, {}, { fresh: (list) => fold(list, recentFacts('coinflip')) });
  return { open: data ? summarise(data.games) : null, paused: data?.paused ?? false, error, refetch };
}

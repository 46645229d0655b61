/** What waits at the coinflip table, live: for the landing page, which leads there until the jackpot opens. */
import { useTopic, recentFacts } from '../../platform/live.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/query-client.ts';
import { useAsk } from '../../platform/use-call.ts';
import {
  applyCoinflipFact,
  listCoinflips,
  type CoinflipFact,
  type CoinflipGame,
  type CoinflipList,
} from '@fairpot/contract/coinflip';
import type { FactEnvelope } from '@fairpot/contract/live';
import { cents, centsFromUsd, sumCents, type Cents } from '@fairpot/contract/money';

export interface OpenCoinflips {
  readonly waiting: number;
  readonly running: number;
  /** Staked in games that wait or run. */
  readonly onTable: Cents;
  /** The cheapest game that waits; null when none does. */
  readonly cheapest: Cents | null;
}

/** Counts over a list. Settled games, which stay listed for a minute, are over and not counted. */
export function summarise(games: readonly CoinflipGame[]): OpenCoinflips {
  const waiting = games.filter((game) => game.phase === 'WAITING');
  const running = games.filter((game) => game.phase === 'COUNTDOWN');
  const totals = waiting.map((game) => centsFromUsd(game.firstTotalUsd));
  const staked = running.map((game) => cents(centsFromUsd(game.firstTotalUsd) + centsFromUsd(game.secondTotalUsd)));
  return {
    waiting: waiting.length,
    running: running.length,
    onTable: sumCents([...totals, ...staked]),
    cheapest: totals.length === 0 ? null : cents(Math.min(...totals)),
  };
}

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

/**
 * The live list of coinflips: fetched once, kept fresh by facts, each game handed to the watcher.
 *
 * Called by the page and by the game's view (a modal over any page), so that both follow the same cache.
 */
import { useEffect } from 'react';
import type { CoinflipFact, CoinflipGame, CoinflipList } from '@fairpot/contract/coinflip';
import { applyCoinflipFact, getCoinflip, listCoinflips } from '@fairpot/contract/coinflip';
import type { FactEnvelope } from '@fairpot/contract/live';
import { chainOf } from '../../fairness/pins.ts';
import { meetBeacon, watchRound, watchVoid } from '../../fairness/watcher.ts';
import { recentFacts, useTopic } from '../../platform/live/live.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useSession } from '../../platform/page/session.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { watchedOf } from './observe.ts';
import { isOwn } from './order.ts';

/** The fact inside an envelope of topic 'coinflip'. The server sends what the contract says on this topic. */
function factOf(envelope: FactEnvelope): CoinflipFact {
  return envelope.body as unknown as CoinflipFact;
}

/** Facts of the last seconds folded into a fresh answer: it may be older than they are. */
function withRecentFacts(list: CoinflipList): CoinflipList {
  return recentFacts('coinflip').map(factOf).reduce(applyCoinflipFact, list);
}

function applyFacts(envelopes: readonly FactEnvelope[]): void {
  const facts = envelopes.map(factOf);
  queryClient.setQueryData<CoinflipList>(
    keyOf(listCoinflips, {}),
    (list) => list && facts.reduce(applyCoinflipFact, list),
  );
  for (const { roundId, version, game } of facts) {
    queryClient.setQueryData<CoinflipGame>(keyOf(getCoinflip, { id: roundId }), (known) =>
      known && known.version >= version ? known : game,
    );
  }
}

/**
 * Keeps the cache fresh while mounted: by the page as a whole, whichever tab it shows, and by a view over another page.
 * Facts of own games do not wait for the batch.
 */
export function useCoinflipFacts(): void {
  const { user, status } = useSession();
  const me = status === 'in' ? user.id : null;
  useTopic('coinflip', {
    apply: applyFacts,
    resync: () => {
      void refetchAll(listCoinflips);
      void refetchAll(getCoinflip);
    },
    keyOf: (fact) => factOf(fact).roundId,
    isUrgent: (fact) => isOwn(factOf(fact).game, me),
  });
}

/** The list as it is in the cache; the page keeps it live. */
export function useCoinflips() {
  const answer = useAsk(listCoinflips, {}, { fresh: withRecentFacts });
  useWatchGames(answer.data?.games);
  return answer;
}

/** One game, whatever its phase, live. */
export function useCoinflip(id: string) {
  useCoinflipFacts();
  const answer = useAsk(getCoinflip, { id }, { fresh: (game) => newest(id, game) });
  useWatchGames(answer.data && [answer.data]);
  return answer;
}

/** The answer, or the game of a fact that overtook it. */
function newest(id: string, game: CoinflipGame): CoinflipGame {
  return recentFacts('coinflip')
    .map(factOf)
    .filter((fact) => fact.roundId === id)
    .reduce((best, fact) => (fact.version > best.version ? fact.game : best), game);
}

/** Hands every state of these games to the watcher, once the beacon's key is known. */
function useWatchGames(games: readonly CoinflipGame[] | undefined): void {
  const offered = useSettings()?.beacon.drand;
  useEffect(() => {
    const chain = offered && chainOf(offered);
    if (!games || !chain) return;
    meetBeacon(chain);
    for (const game of games) {
      const watched = watchedOf(game, chain);
      if (watched) watchRound(watched);
      else if (game.phase === 'VOIDED') watchVoid({ game: 'coinflip', roundId: game.id });
    }
  }, [games, offered]);
}

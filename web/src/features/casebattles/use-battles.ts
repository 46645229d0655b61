/**
 * The live battles: fetched once, kept fresh by facts, each handed to the watcher.
 *
 * Called by the list, the page of one battle and the windows over them, so that all follow the same cache.
 */
import { useEffect } from 'react';
import { listCases } from '@fairpot/contract/case';
import type { Casebattle, CasebattleDetails, CasebattleFact } from '@fairpot/contract/casebattle';
import {
  applyCasebattleFact,
  applyToDetails,
  casebattleHistory,
  getCasebattle,
  listCasebattles,
} from '@fairpot/contract/casebattle';
import type { FactEnvelope } from '@fairpot/contract/live';
import { chainOf } from '../../fairness/pins.ts';
import { meetBeacon, watchRound, watchVoid } from '../../fairness/watcher.ts';
import { recentFacts, useTopic } from '../../platform/live/live.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useSession } from '../../platform/page/session.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { watchedOf } from './observe.ts';
import { ownSeat } from './seats.ts';

/** The fact inside an envelope of topic 'casebattle'. The server sends what the contract says on this topic. */
function factOf(envelope: FactEnvelope): CasebattleFact {
  return envelope.body as unknown as CasebattleFact;
}

function applyFacts(envelopes: readonly FactEnvelope[]): void {
  const facts = envelopes.map(factOf);
  queryClient.setQueryData<Casebattle[]>(
    keyOf(listCasebattles, {}),
    (games) => games && [...facts.reduce<readonly Casebattle[]>(applyCasebattleFact, games)],
  );
  for (const fact of facts) {
    queryClient.setQueryData<CasebattleDetails>(
      keyOf(getCasebattle, { id: fact.roundId }),
      (known) => known && applyToDetails(known, fact),
    );
  }
  if (facts.some(({ type }) => type === 'casebattle.finished')) void refetchAll(casebattleHistory);
}

/** Keeps the cache fresh while mounted. Facts of own battles do not wait for the batch. */
export function useBattleFacts(): void {
  const { user, status } = useSession();
  const me = status === 'in' ? user.id : null;
  useTopic('casebattle', {
    apply: applyFacts,
    resync: () => {
      for (const query of [listCasebattles, getCasebattle, casebattleHistory]) void refetchAll(query);
    },
    keyOf: (envelope) => factOf(envelope).roundId,
    isUrgent: (envelope) => ownSeat(factOf(envelope).game, me) !== null,
  });
}

/** The active battles, live while `useBattleFacts` is mounted. */
export function useBattles() {
  const answer = useAsk(
    listCasebattles,
    {},
    {
      // facts of the last seconds may have overtaken the answer
      fresh: (games) => [
        ...recentFacts('casebattle').map(factOf).reduce<readonly Casebattle[]>(applyCasebattleFact, games),
      ],
    },
  );
  useWatchBattles(answer.data);
  return answer;
}

/** One battle with its tables, whatever its status, live. */
export function useBattle(id: string) {
  useBattleFacts();
  const answer = useAsk(
    getCasebattle,
    { id },
    { fresh: (details) => recentFacts('casebattle').map(factOf).reduce(applyToDetails, details) },
  );
  useWatchBattles(answer.data && [answer.data]);
  return answer;
}

/** Every case that is offered now, with its table. They change rarely. */
export function useCases() {
  return useAsk(listCases, {}, { staleTime: 60_000 });
}

/** Hands every state of these battles to the watcher, once the beacon's key is known. */
function useWatchBattles(battles: readonly (Casebattle | CasebattleDetails)[] | undefined): void {
  const offered = useSettings()?.beacon.drand;
  useEffect(() => {
    const chain = offered && chainOf(offered);
    if (!battles || !chain) return;
    meetBeacon(chain);
    for (const battle of battles) {
      const watched = watchedOf(battle, chain);
      if (watched) watchRound(watched);
      else if (battle.status === 'VOIDED') watchVoid({ game: 'casebattle', roundId: battle.id });
    }
  }, [battles, offered]);
}

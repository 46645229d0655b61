/**
 * The live state of the jackpot: fetched once, kept fresh by facts, each round passed to the watcher.
 *
 * Used by the page and the join window (a modal over any page), so that both use the same cache.
 */
import { useEffect, useMemo } from 'react';
import type { JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { getJackpot, getJackpotRound } from '@fairpot/contract/jackpot/calls';
import { liveGame } from '../../games-kit/live-game.ts';
import { useWatchRounds } from '../../games-kit/watch.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { fold } from './fold.ts';
import { jackpotObserver } from './observe.ts';

const live = liveGame({
  topic: 'jackpot',
  queries: [getJackpot],
  isOwn: (fact, me) => fact.type === 'jackpot.entered' && fact.entry.user.id === me,
  whole: false,
  apply: (facts) => {
    const known = queryClient.getQueryData<JackpotState>(keyOf(getJackpot, {}));
    if (!known) return;
    const { state, gap } = fold(known, facts);
    if (state !== known) queryClient.setQueryData<JackpotState>(keyOf(getJackpot, {}), state);
    if (gap) void refetchAll(getJackpot);
  },
});

/** The cached state, kept fresh while mounted. */
export function useJackpot() {
  live.useFacts();
  const answer = useAsk(getJackpot, {}, { fresh: (state) => fold(state, live.recent()).state });
  const { game = null, last = null } = answer.data ?? {};
  useWatchRounds(
    jackpotObserver,
    useMemo(() => [last, game].filter((round): round is JackpotRound => !!round), [last, game]),
  );
  return answer;
}

/** One round in any phase: live while it is one of the two rounds of the state, afterwards as it ended. */
export function useJackpotRound(id: string) {
  const live = useJackpot();
  const current = [live.data?.game, live.data?.last].find((round) => round?.id === id);
  // The last known state stays when the live state goes on to other rounds.
  useEffect(() => {
    if (current) queryClient.setQueryData<JackpotRound>(keyOf(getJackpotRound, { id }), current);
  }, [current, id]);
  const answer = useAsk(getJackpotRound, { id }, { enabled: !current && !live.isPending });
  const round = current ?? answer.data;
  useWatchRounds(
    jackpotObserver,
    useMemo(() => (round === undefined ? [] : [round]), [round]),
  );
  return { round, error: round === undefined ? answer.error : null, retry: () => void answer.refetch() };
}

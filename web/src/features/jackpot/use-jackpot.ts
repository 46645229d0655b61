/**
 * The live state of the jackpot: fetched once, kept fresh by facts, each round handed to the watcher.
 *
 * Called by the page and the join window (a modal over any page), so that both follow the same cache.
 */
import { useEffect, useState } from 'react';
import type { JackpotFact, JackpotState } from '@fairpot/contract/jackpot';
import { getJackpot } from '@fairpot/contract/jackpot';
import type { FactEnvelope } from '@fairpot/contract/live';
import { chainOf } from '../../fairness/pins.ts';
import { meetBeacon, watchRound, watchVoid } from '../../fairness/watcher.ts';
import { serverNow, useClock } from '../../platform/live/clock.ts';
import { recentFacts, useTopic } from '../../platform/live/live.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { fold } from './fold.ts';
import { watchedOf } from './observe.ts';
import { nextChangeAt } from './stage.ts';

/** The fact inside an envelope of topic 'jackpot'. The server sends what the contract says on this topic. */
function factOf(envelope: FactEnvelope): JackpotFact {
  return envelope.body as unknown as JackpotFact;
}

function applyFacts(envelopes: readonly FactEnvelope[]): void {
  const known = queryClient.getQueryData<JackpotState>(keyOf(getJackpot, {}));
  if (!known) return;
  const { state, gap } = fold(known, envelopes.map(factOf));
  if (state !== known) queryClient.setQueryData<JackpotState>(keyOf(getJackpot, {}), state);
  if (gap) void refetchAll(getJackpot);
}

/** The state as it is in the cache, kept fresh while mounted. Facts of own entries do not wait for the batch. */
export function useJackpot(me: string | null) {
  useTopic('jackpot', {
    apply: applyFacts,
    resync: () => void refetchAll(getJackpot),
    isUrgent: (envelope) => {
      const fact = factOf(envelope);
      return fact.type === 'jackpot.entered' && fact.entry.user.id === me;
    },
  });
  const answer = useAsk(
    getJackpot,
    {},
    {
      // facts of the last seconds may have overtaken the answer
      fresh: (state) => fold(state, recentFacts('jackpot').map(factOf)).state,
    },
  );
  useWatchRounds(answer.data);
  return answer;
}

/** Hands every state of both rounds to the watcher, once the beacon's key is known. */
function useWatchRounds(state: JackpotState | undefined): void {
  const offered = useSettings()?.beacon.drand;
  const { game, last } = state ?? { game: null, last: null };
  useEffect(() => {
    const chain = offered && chainOf(offered);
    if (!chain) return;
    meetBeacon(chain);
    for (const round of [last, game]) {
      const watched = round && watchedOf(round, chain);
      if (watched) watchRound(watched);
      else if (round?.phase === 'VOIDED') watchVoid({ game: 'jackpot', roundId: round.id });
    }
  }, [game, last, offered]);
}

/** Browsers turn longer timers into immediate ones. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The server's time, read anew exactly when a stage of these rounds changes. */
export function useStageClock(rounds: Pick<JackpotState, 'game' | 'last'>): number {
  const { offsetMs } = useClock();
  const [, setTurn] = useState(0);
  const now = serverNow();
  const next = nextChangeAt(rounds, now);
  useEffect(() => {
    if (next === null) return;
    // A millisecond late rather than early: an early one would find nothing changed.
    const wait = Math.min(next - serverNow() + 1, LONGEST_TIMER_MS);
    const timer = setTimeout(() => setTurn((turn) => turn + 1), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [next, offsetMs]);
  return now;
}

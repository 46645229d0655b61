/**
 * The live queries of a game: cached answers, kept fresh by the facts of the game's topic.
 *
 * Each game names its facts and how one changes its answers; this module does the rest. Invariant: a fact that overtakes
 * an answer is folded into it (`folded`), and after a gap the answers are fetched again.
 */
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import type { GameName } from '@fairpot/contract/games/games';
import type { TopicFact, TopicFacts } from '@fairpot/contract/live/facts';
import { recentFacts, useTopic } from '../platform/live/live.ts';
import { refetchAll } from '../platform/calls/query-client.ts';
import { useMe } from '../platform/page/session.ts';

/** How a game's facts reach its answers. */
export interface LiveRules<T extends GameName> {
  readonly topic: T;
  /** Changes the cached answers; facts oldest first. */
  readonly apply: (facts: readonly TopicFacts[T][]) => void;
  /** Fetched again when facts may have been missed. */
  readonly queries: readonly QueryEndpoint[];
  /** True for facts about the user's own stakes, which skip the batch. `me` is null when signed out. */
  readonly isOwn: (fact: TopicFacts[T], me: string | null) => boolean;
  /** True when each fact carries the whole round, so that the newest fact of a round replaces queued ones. */
  readonly whole: boolean;
}

export interface LiveGame<F> {
  /** Keeps the answers fresh while mounted. */
  readonly useFacts: () => void;
  /** Applies the facts of the last seconds to an answer, which may be older than they are. */
  readonly folded: <T>(answer: T, apply: (answer: T, fact: F) => T) => T;
  /** Facts of the last seconds, oldest first. */
  readonly recent: () => readonly F[];
}

/** Binds a game's topic to its answers. */
export function liveGame<T extends GameName>(rules: LiveRules<T>): LiveGame<TopicFacts[T]> {
  const { topic, whole } = rules;
  const factOf = ({ body }: TopicFact<T>): TopicFacts[T] => body;
  const recent = () => recentFacts(topic).map(factOf);
  const resync = (): void => {
    for (const query of rules.queries) void refetchAll(query);
  };
  return {
    recent,
    folded: (answer, apply) => recent().reduce(apply, answer),
    useFacts: () => {
      const me = useMe();
      useTopic(topic, {
        apply: (envelopes) => rules.apply(envelopes.map(factOf)),
        resync,
        isUrgent: (envelope) => rules.isOwn(envelope.body, me),
        ...(whole && { keyOf: ({ body }: TopicFact<T>) => body.roundId }),
      });
    },
  };
}

import type { TopicFact, TopicFacts } from '@fairpot/contract/live/facts';
import { useTopic } from '../../../platform/live/live.ts';

/** Refetches when facts of this type arrive or were missed. The topic carries other facts of the player as well. */
export function useOwnFacts(type: TopicFacts['player']['type'], refetch: () => void): void {
  const isOfType = ({ body }: TopicFact<'player'>) => body.type === type;
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(isOfType)) refetch();
    },
    resync: refetch,
    isUrgent: isOfType,
  });
}

/** Whether the player may write in chat: closed and banned as the server last reported, kept fresh by facts. */
import { useEffect, useState } from 'react';
import { chatState } from '@fairpot/contract/chat/calls';
import type { TopicFacts } from '@fairpot/contract/live/facts';
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import { serverNow } from '../../platform/live/clock.ts';
import { useTopic } from '../../platform/live/live.ts';
import { keyOf, queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { refreshLog, takeChatFacts } from './log/log.ts';

type ChatState = OutputOf<typeof chatState>;

function changeState(step: (state: ChatState) => ChatState): void {
  queryClient.setQueryData<ChatState>(keyOf(chatState, {}), (state) => state && step(state));
}

function fold(fact: TopicFacts['chat' | 'player']): void {
  if (fact.type === 'chat.closed') changeState((state) => ({ ...state, closed: true }));
  if (fact.type === 'chat.opened') changeState((state) => ({ ...state, closed: false }));
  if (fact.type === 'chat.banned') changeState((state) => ({ ...state, ban: { until: fact.until } }));
  if (fact.type === 'chat.unbanned') changeState((state) => ({ ...state, ban: null }));
}

/** Refetches, after a refusal that contradicts the known state. */
export function refreshWritePermission(): Promise<void> {
  return refetchAll(chatState);
}

/** Follows the chat's facts while mounted. The player's own messages do not wait for the next batch. */
export function useChatFacts(ownId: string | null): void {
  useTopic('chat', {
    apply: (facts) => {
      takeChatFacts(facts);
      for (const { body } of facts) fold(body);
    },
    resync: () => {
      void refreshLog();
      void refreshWritePermission();
    },
    isUrgent: ({ body }) => body.type === 'chat.posted' && body.message.userId === ownId,
  });
  useTopic('player', {
    apply: (facts) => facts.forEach(({ body }) => fold(body)),
    resync: () => void refreshWritePermission(),
  });
}

export interface WritePermission {
  readonly closed: boolean;
  /** The current ban; `until` null means permanent. */
  readonly ban: { readonly until: number | null } | null;
}

/** The current permission. A ban that expires while the page is open ends by itself. */
export function useWritePermission(): WritePermission {
  const { data } = useAsk(chatState, {});
  const until = data?.ban?.until ?? null;
  const [overAt, setOverAt] = useState<number | null>(null);
  useEffect(() => {
    if (until === null) return undefined;
    // a timer is limited to 24 days; a longer ban is checked again then
    const timer = setTimeout(() => setOverAt(until), Math.min(until - serverNow(), 2_000_000_000));
    return () => clearTimeout(timer);
  }, [until]);
  const over = until !== null && (overAt === until || until <= serverNow());
  return { closed: data?.closed ?? false, ban: over ? null : (data?.ban ?? null) };
}

/** A ticket: its newest page kept fresh by facts, older pages loaded on demand and kept, because messages never change. */
import { useState } from 'react';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import type { TicketMessage } from '@fairpot/contract/support/schemas';
import { ask } from '../platform/calls/api.ts';
import { useAsk } from '../platform/calls/use-call.ts';
import { toastRefusal } from '../platform/page/toasts.ts';

interface MessagePage<M> {
  readonly messages: readonly M[];
  readonly older: string | null;
}

export interface TicketPages<T, M> {
  /** The ticket with its newest page; undefined while loading. */
  readonly ticket: T | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** All loaded messages, oldest first. */
  readonly messages: readonly M[];
  /** Null if there are no older ones. */
  readonly loadOlder: (() => void) | null;
  readonly loadingOlder: boolean;
}

export function useTicketPages<Q extends QueryEndpoint, M extends TicketMessage>(
  query: Q,
  input: InputOf<Q> & { readonly id: string },
  pageOf: (answer: OutputOf<Q>) => MessagePage<M>,
): TicketPages<OutputOf<Q>, M> {
  const { data, error, refetch } = useAsk<Q>(query, input, { staleTime: 0 });
  const [earlier, setEarlier] = useState<MessagePage<M> | null>(null);
  const [loadingOlder, setLoading] = useState(false);
  const newest: MessagePage<M> = data === undefined ? { messages: [], older: null } : pageOf(data);
  const first = newest.messages[0]?.id;
  const before = earlier === null ? newest.older : earlier.older;

  const load = async (place: string): Promise<void> => {
    setLoading(true);
    try {
      const page = pageOf(await ask(query, { ...input, before: place }));
      setEarlier((known) => ({
        messages: [...page.messages, ...(known?.messages ?? newest.messages)],
        older: page.older,
      }));
    } catch (problem) {
      toastRefusal(problem);
    } finally {
      setLoading(false);
    }
  };
  const kept = (earlier?.messages ?? []).filter(({ id }) => first !== undefined && id < first);
  return {
    ticket: data,
    error,
    retry: () => void refetch(),
    messages: [...kept, ...newest.messages],
    loadOlder: before === null ? null : () => void load(before),
    loadingOlder,
  };
}

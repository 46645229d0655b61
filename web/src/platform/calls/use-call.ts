/** Calls as hooks: `useAsk` reads through the cache, `useSend` runs the command of a button. */
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { CommandEndpoint, QueryEndpoint } from '@fairpot/contract/wire/call';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import { ApiRefusal, ask, newActionKey, send } from './api.ts';
import { keyOf } from './query-client.ts';
import { messages } from '../../messages.ts';
import { useLive } from '../live/live.ts';
import { toastRefusal } from '../page/toasts.ts';

export interface AskOptions<T> extends Pick<UseQueryOptions<T>, 'enabled' | 'staleTime' | 'refetchInterval'> {
  /** Applied to each answer before it is cached, e.g. to fold recent facts into a list (see live.ts). */
  readonly fresh?: (answer: T) => T;
}

/** The cached answer of a query. `error` is an `ApiRefusal`, to be shown with `ErrorState`. */
export function useAsk<C extends QueryEndpoint>(
  query: C,
  input: InputOf<C>,
  options: AskOptions<OutputOf<C>> = {},
): UseQueryResult<OutputOf<C>, Error> {
  const { fresh, ...rest } = options;
  return useQuery<OutputOf<C>, Error>({
    queryKey: keyOf(query, input),
    queryFn: async ({ signal }) => {
      const answer = await ask(query, input, { signal });
      return fresh ? fresh(answer) : answer;
    },
    ...rest,
  });
}

/** `idle` -> `sent` (pressed, no answer yet) -> `accepted` or `refused`. */
export type SendPhase = 'idle' | 'sent' | 'accepted' | 'refused';

export interface Sending<C extends CommandEndpoint> {
  readonly phase: SendPhase;
  /** The last refusal, to be shown next to the control as well; null after a new press. */
  readonly refusal: ApiRefusal | null;
  /** Resolves to the answer, or to undefined if refused (already shown). A press during a running call is ignored. */
  readonly run: (input: InputOf<C>) => Promise<OutputOf<C> | undefined>;
  readonly reset: () => void;
}

export interface SendOptions<C extends CommandEndpoint> {
  readonly onAccepted?: (answer: OutputOf<C>) => void;
  /** Returning true suppresses the toast, because the caller has shown the refusal. */
  readonly onRefused?: (refusal: ApiRefusal) => boolean | void;
}

/** The command of a button. A press with the same input after a lost answer or a 5xx keeps the key, so there is no double effect. */
export function useSend<C extends CommandEndpoint>(command: C, options: SendOptions<C> = {}): Sending<C> {
  const [state, setState] = useState<{ phase: SendPhase; refusal: ApiRefusal | null }>({
    phase: 'idle',
    refusal: null,
  });
  const open = useRef<{ input: string; key: string } | null>(null);
  const busy = useRef(false);

  const run = async (input: InputOf<C>): Promise<OutputOf<C> | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    const written = JSON.stringify(input);
    if (open.current?.input !== written) open.current = { input: written, key: newActionKey() };
    setState({ phase: 'sent', refusal: null });
    try {
      // A stake must not arrive minutes after its press, so nothing is kept for later.
      if (useLive.getState().status === 'reconnecting')
        throw new ApiRefusal({ message: 'Network Error', text: messages.network.notSent, status: 0 });
      const answer = await send(command, input, { key: open.current.key });
      open.current = null;
      setState({ phase: 'accepted', refusal: null });
      options.onAccepted?.(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      // A refusal is an answer: the next press is a new action. After an outage the command may have run: the same press keeps the key.
      if (error.status !== 0 && error.status < 500) open.current = null;
      setState({ phase: 'refused', refusal: error });
      if (options.onRefused?.(error) !== true) toastRefusal(error);
      return undefined;
    } finally {
      busy.current = false;
    }
  };
  const reset = useCallback(() => setState({ phase: 'idle', refusal: null }), []);
  return { ...state, run, reset };
}

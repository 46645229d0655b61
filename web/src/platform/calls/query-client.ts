/** The one cache of server state. Facts of the live channel keep it fresh, so nothing polls. */
import { QueryClient } from '@tanstack/react-query';
import type { InputOf, QueryEndpoint } from '@fairpot/contract/call';

export const queryClient = new QueryClient({
  defaultOptions: {
    // `ask` repeats lost attempts by itself; a second layer of retries would only multiply them
    queries: { retry: false, staleTime: 30_000, refetchOnReconnect: false },
  },
});

/** The cache key of one call with one input. All inputs of a call share the first part. */
export function keyOf<C extends QueryEndpoint>(query: C, input: InputOf<C>): readonly unknown[] {
  return [query.name, input];
}

/** Fetches again what is on screen and could not be fetched: after an outage nobody should have to press anything. */
export function refetchFailed(): Promise<void> {
  return queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Marks every cached answer of a call as stale and fetches again those on screen. */
export function refetchAll(query: QueryEndpoint): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [query.name] });
}

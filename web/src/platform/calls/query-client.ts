/** The one cache of server state. Facts of the live channel keep it fresh, so nothing polls. */
import { QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { InputOf } from '@fairpot/contract/registry/call-types';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { isUnavailable } from './api.ts';

/** Waits between two tries to read what is away. */
const FIRST_AGAIN_MS = 2_000;
const MOST_AGAIN_MS = 15_000;

/**
 * After how long a call that failed so is asked again by itself; false: never. A database that is away cuts no live channel, so nothing
 * else would say that it is back. `failures` of this call so far: the page asks less and less often.
 */
export function retryDelayMs(error: unknown, failures: number): number | false {
  if (!isUnavailable(error)) return false;
  return Math.min(MOST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (failures - 1));
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // `ask` repeats lost attempts by itself; a second layer of retries would only multiply them
    queries: {
      retry: false,
      staleTime: 30_000,
      refetchOnReconnect: false,
      refetchInterval: ({ state: { status, error, errorUpdateCount } }) =>
        status === 'error' && retryDelayMs(error, errorUpdateCount),
    },
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
  return refetch({ queryKey: [query.name] });
}

/**
 * Forgets every cached answer of a call and fetches again those on screen: where what stood before must not be shown, not even until the
 * new answer is there.
 */
export function forgetAll(query: QueryEndpoint): Promise<void> {
  return queryClient.resetQueries({ queryKey: [query.name] });
}

/**
 * Marks these answers as stale and fetches again those on screen. The library cancels a fetch that is under way only where there is an
 * answer already. A first one may have been made before the change that is heard of now, so it is fetched once more after it.
 */
export async function refetch(filters: Pick<QueryFilters, 'queryKey' | 'predicate'>): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries(filters);
  if (first.length > 0) await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/** The cache of server state. Facts of the live channel keep it fresh, so nothing polls. */
import { QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { InputOf } from '@fairpot/contract/registry/call-types';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { isUnavailable } from './api.ts';

/** Delays between retries of an unavailable query. */
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 15_000;

/**
 * When a failed query is retried; false for never. A database outage does not close the live channel, so nothing else would report the
 * recovery. Retries get rarer with the number of `failures`.
 */
export function retryDelayMs(error: unknown, failures: number): number | false {
  if (!isUnavailable(error)) return false;
  return Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (failures - 1));
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // `ask` already retries lost attempts; a second layer would only multiply them
    queries: {
      // A browser that is offline fails as any other lost call does: the library would wait without an error and without an answer
      networkMode: 'always',
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

/** Refetches the failed queries on screen, so that after an outage no one has to press a button. */
export function refetchFailed(): Promise<void> {
  return queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** After an absence: asks for everything on screen again. What was sent before it is not waited for. */
export async function refetchShown(): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}

/** Marks every cached answer of a call as stale and refetches those on screen. */
export function refetchAll(query: QueryEndpoint): Promise<void> {
  return refetch({ queryKey: [query.name] });
}

/** Removes every cached answer of a call and refetches those on screen. For answers that must not be shown while stale. */
export function forgetAll(query: QueryEndpoint): Promise<void> {
  return queryClient.resetQueries({ queryKey: [query.name] });
}

/**
 * Marks these answers as stale and refetches those on screen. The library cancels a running fetch only if there is an answer already. A
 * first fetch may predate the change, so it is repeated when it ends.
 */
export async function refetch(filters: Pick<QueryFilters, 'queryKey' | 'predicate'>): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries(filters);
  if (first.length > 0) await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
}

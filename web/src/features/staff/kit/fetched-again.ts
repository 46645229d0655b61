/** Lists that colleagues change as well: fetched again every few seconds while they are shown, so that nobody decides about what is decided. */
import { useEffect } from 'react';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { refetchAll } from '../../../platform/calls/query-client.ts';

const EVERY_MS = 5_000;

/** Not while the tab is hidden: nobody reads it then. */
export function useFetchedAgain(query: QueryEndpoint): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetchAll(query);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [query]);
}

/** Refetches lists that colleagues also change every few seconds while they are shown, so that staff do not act on a decided case. */
import { useEffect } from 'react';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { refetchAll } from '../../../platform/calls/query-client.ts';

const EVERY_MS = 5_000;

/** Pauses while the tab is hidden. */
export function useAutoRefetch(query: QueryEndpoint): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetchAll(query);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [query]);
}

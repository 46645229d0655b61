/**
 * A bar that says the server is unavailable. Lists on the screen stay and may be out of date; failed queries retry by themselves
 * (platform/calls/query-client.ts).
 */
import { useSyncExternalStore } from 'react';
import { isUnavailable } from '../../../platform/calls/api.ts';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { kitTexts } from './texts.ts';

const cache = queryClient.getQueryCache();

const subscribe = (changed: () => void): (() => void) => cache.subscribe(changed);

/** Whether a query on the screen failed because the server is unavailable. */
const someUnavailable = (): boolean =>
  cache.getAll().some((query) => query.getObserversCount() > 0 && isUnavailable(query.state.error));

export function OutageBar() {
  const away = useSyncExternalStore(subscribe, someUnavailable);
  return (
    <div role="status">
      {away && (
        <p className="mb-4 rounded-md border border-warn p-3 text-sm font-semibold text-warn">{kitTexts.outage}</p>
      )}
    </div>
  );
}

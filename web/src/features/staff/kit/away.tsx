/**
 * What the desk says while the server cannot be read: a list that is on the screen stays there, and may be old. Nobody has to press
 * anything: what failed is asked for again by itself (platform/calls/query-client.ts).
 */
import { useSyncExternalStore } from 'react';
import { isAway } from '../../../platform/calls/api.ts';
import { queryClient } from '../../../platform/calls/query-client.ts';

const cache = queryClient.getQueryCache();

const subscribe = (changed: () => void): (() => void) => cache.subscribe(changed);

/** Whether something that is on the screen could not be read just now. */
const someAway = (): boolean =>
  cache.getAll().some((query) => query.getObserversCount() > 0 && isAway(query.state.error));

export function AwayBar() {
  const away = useSyncExternalStore(subscribe, someAway);
  return (
    <div role="status">
      {away && (
        <p className="mb-4 rounded-md border border-warn p-3 text-sm font-semibold text-warn">
          The site’s database does not answer. What stands here may be old; it is asked for again by itself.
        </p>
      )}
    </div>
  );
}

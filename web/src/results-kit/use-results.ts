/** The newest results of all games and the totals. */
import { useQuery } from '@tanstack/react-query';
import { recentResults } from '@fairpot/contract/results/calls';
import type { RecentResults } from '@fairpot/contract/results/schemas';
import { ask } from '../platform/calls/api.ts';
import { keyOf } from '../platform/calls/query-client.ts';
import { useQuiet } from '../platform/page/quiet.ts';

/** A result is public seconds after its round, when the picture has landed: no fact can say when. */
const AGAIN_MS = 10_000;

/** Asked for when the page is quiet, then again every ten seconds while the tab is visible. */
export function useResults() {
  const quiet = useQuiet();
  return useQuery<RecentResults, Error>({
    queryKey: keyOf(recentResults, {}),
    queryFn: ({ signal }) => ask(recentResults, {}, { signal }),
    enabled: quiet,
    refetchInterval: AGAIN_MS,
  });
}

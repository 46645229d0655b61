/** The newest results of all games and the totals. */
import { recentResults } from '@fairpot/contract/results/calls';
import { useQuiet } from '../platform/page/quiet.ts';
import { useAsk } from '../platform/calls/use-call.ts';

/** A result is public seconds after its round, when the picture has landed: no fact can say when. */
const AGAIN_MS = 10_000;

/** Asked for when the page is quiet, then again every ten seconds while the tab is visible. */
export function useResults() {
  const quiet = useQuiet();
  return useAsk(recentResults, {}, { enabled: quiet, refetchInterval: AGAIN_MS });
}

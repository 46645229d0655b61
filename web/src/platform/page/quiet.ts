/**
 * When work that no user waits for may start: after the first data is on the screen, and while the browser is idle. The live channel, the
 * alarms and the verifier's worker wait for it.
 */
import { startTransition, useEffect, useState } from 'react';
import { queryClient } from '../calls/query-client.ts';
import { pause } from './pause.ts';

/** Whatever the page is doing, the wait ends after this time. Shorter than the status bar's patience with a missing channel. */
const MAX_WAIT_MS = 2_500;
/** An effect of the first render asks for data; without a request after this time, the page needs none. */
const FIRST_ASK_MS = 300;

let quiet: Promise<void> | null = null;

/** Resolves in an idle moment after the first data is on the screen; each caller gets an idle moment of its own. */
export async function whenQuiet(): Promise<void> {
  quiet ??= Promise.race([pause(MAX_WAIT_MS), firstData()]);
  await quiet;
  await idle();
}

/** False until `whenQuiet`. */
export function useQuiet(): boolean {
  const [quietNow, setQuiet] = useState(false);
  useEffect(() => {
    let mounted = true;
    void whenQuiet().then(() => mounted && startTransition(() => setQuiet(true)));
    return () => {
      mounted = false;
    };
  }, []);
  return quietNow;
}

async function firstData(): Promise<void> {
  await pause(FIRST_ASK_MS);
  if (queryClient.isFetching() === 0) return;
  await new Promise<void>((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    });
  });
}

/** Safari has no idle callbacks. A hidden tab runs them late, so they have a time limit. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });
}

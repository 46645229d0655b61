/** The app on the page: main.tsx loads it after the first paint, and nothing else imports it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { watchForGesture } from './platform/page/gesture.ts';
import { mirrorMotionToDocument } from './platform/page/preferences.ts';
import { keepEarly } from './platform/calls/api.ts';
import { queryClient } from './platform/calls/query-client.ts';
import { settleSession } from './platform/page/session.ts';
import { whenQuiet } from './platform/page/quiet.ts';
import { allowOwnScripts } from './platform/page/trusted-types.ts';
import { preloadPage } from './routes.tsx';
import { pause } from './platform/page/pause.ts';

/** A page whose code takes longer, or fails, is shown by the app as every later page is: with a skeleton, or an error. */
const PAGE_WITHIN_MS = 3_000;
const LIVE_AGAIN_MS = 3_000;

/** If its code does not arrive, it is asked for again: nothing else would report that the network is back. */
async function openLive(): Promise<void> {
  try {
    (await import('./platform/live/live-socket.ts')).connect();
  } catch {
    await pause(LIVE_AGAIN_MS);
    await openLive();
  }
}

/**
 * Replaces the first HTML in `root` with the app and its page, in one frame. As a transition, the first render yields to the
 * browser. `early`: answers that main.tsx asked for, by URL.
 */
export async function start(root: HTMLElement, early: ReadonlyMap<string, Promise<Response>>): Promise<void> {
  allowOwnScripts();
  keepEarly(early);
  await Promise.race([preloadPage(location.pathname).catch(() => undefined), pause(PAGE_WITHIN_MS)]);
  mirrorMotionToDocument();
  settleSession();
  watchForGesture();
  const app = createRoot(root);
  startTransition(() =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  void whenQuiet().then(openLive);
  if (import.meta.env.PROD)
    void whenQuiet()
      .then(() => import('./features/client-check/worker-link.ts'))
      .then(({ startWorker }) => startWorker());
}

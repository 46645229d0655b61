/** The page's side of the service worker: registers it when the page is quiet, asks for its status, shows its notice. */
import { toastNote, TOAST_MS } from '../../platform/page/toasts.ts';
import { WORKER_FILE, type ClientStatus, type PageMessage } from './messages.ts';
import { texts } from './texts.ts';

const ANSWER_WITHIN_MS = 10_000;

/** False where service workers do not exist: old browsers, and plain http other than this machine. */
export function canRunWorker(): boolean {
  return 'serviceWorker' in navigator;
}

/** Called once, when the page is quiet. A refusal of the browser (private mode) leaves the page as it is without a worker. */
export async function startWorker(): Promise<void> {
  if (!canRunWorker()) return;
  try {
    await navigator.serviceWorker.register(WORKER_FILE, { updateViaCache: 'none' });
  } catch {
    return;
  }
  const notice = (await askStatus())?.notice ?? null;
  if (notice === null) return;
  toastNote(texts.notice[notice], { durationMs: TOAST_MS.long });
  navigator.serviceWorker.controller?.postMessage({ ask: 'seen' } satisfies PageMessage);
}

/** What the worker of this page says; null without one. */
export function askStatus(): Promise<ClientStatus | null> {
  const { controller } = canRunWorker() ? navigator.serviceWorker : { controller: null };
  if (controller === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    port1.addEventListener('message', ({ data }: MessageEvent<ClientStatus>) => {
      clearTimeout(late);
      port1.close();
      resolve(data);
    });
    port1.start();
    controller.postMessage({ ask: 'status' } satisfies PageMessage, [port2]);
  });
}

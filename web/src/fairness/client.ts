/**
 * The page's side of the fairness worker: sends a question and waits for the answer.
 *
 * Used by the watcher and the Fairplay page. Invariant: every question is answered or rejected. When a worker dies,
 * its pending questions are rejected, and the next question starts a new worker.
 */
import type { FairnessAnswer, FairnessQuestion } from './answer.ts';
import type { WorkerRequest } from './worker.ts';
import { whenQuiet } from '../platform/page/quiet.ts';
import { texts } from './texts.ts';

interface PendingQuestion {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Error) => void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, PendingQuestion>();

/** Asks the worker. Rejects only when the worker cannot be loaded or dies: then nothing was checked. */
export function askFairness<Q extends FairnessQuestion>(question: Q): Promise<FairnessAnswer<Q>> {
  return new Promise((resolve, reject) => {
    lastId += 1;
    waiting.set(lastId, { resolve, reject });
    const asked: WorkerRequest = { id: lastId, question };
    startWorker().postMessage(asked);
  });
}

/**
 * Fetches the worker after the first data is on the screen, when the page is idle. The Fairplay page calls
 * `startWorker` at once.
 */
export function startWorkerWhenIdle(): void {
  if (!worker) void whenQuiet().then(startWorker);
}

/** The running worker, started if necessary; from then on verification needs no network. */
export function startWorker(): Worker {
  if (worker) return worker;
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fairness' });
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: never }>) => {
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  });
  started.addEventListener('error', () => {
    worker = null;
    started.terminate();
    for (const { reject } of waiting.values()) reject(new Error(texts.workerFailed));
    waiting.clear();
  });
  worker = started;
  return started;
}

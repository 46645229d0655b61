/**
 * The page's side of the fairness worker: asks, and waits for the answer.
 *
 * Called by the watcher and the fair-play page. Invariant: every question is answered or rejected; a worker that dies
 * takes its questions with it loudly, and the next question starts a new one.
 */
import type { FairnessAnswer, FairnessQuestion } from './answer.ts';
import type { WorkerRequest } from './worker.ts';

interface PendingQuestion {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Error) => void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, PendingQuestion>();

/** Asks the worker. Rejects only when the worker could not be loaded or died: then nothing was checked. */
export function askFairness<Q extends FairnessQuestion>(question: Q): Promise<FairnessAnswer<Q>> {
  return new Promise((resolve, reject) => {
    lastId += 1;
    waiting.set(lastId, { resolve, reject });
    const asked: WorkerRequest = { id: lastId, question };
    startWorker().postMessage(asked);
  });
}

/** Fetches the worker once the page has nothing better to do. The fair-play page calls `startWorker` at once. */
export function startWorkerWhenIdle(): void {
  if (worker) return;
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => startWorker(), { timeout: 10_000 });
  else setTimeout(() => startWorker(), 2_000);
}

/** The running worker, started if need be; from then on verification needs no network. */
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
    for (const { reject } of waiting.values()) reject(new Error('The verifier could not be started'));
    waiting.clear();
  });
  worker = started;
  return started;
}

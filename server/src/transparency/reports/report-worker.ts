/** report-run.ts's side of the thread in report-thread.ts: one request at a time, and an end on request. */
import { Worker } from 'node:worker_threads';
import type { ThreadResponse, ThreadRequest, ThreadReport } from './report-thread.ts';

/** A new thread lacks the loader that reads TypeScript here, so it is passed on first. */
const THREAD = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./report-thread.ts', import.meta.url).href)});
})`;

/** Memory limit of the verifier; beyond it the thread ends, and the server does not. */
const MAX_MEMORY_MB = 1_024;

export class VerifierThread {
  readonly #worker = new Worker(THREAD, { eval: true, resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
  readonly #stopped: Promise<never>;

  constructor(signal: AbortSignal) {
    this.#worker.unref();
    this.#stopped = new Promise((_, reject) => {
      this.#worker.once('error', (error) => reject(error));
      this.#worker.once('exit', () => reject(new Error('the thread that verifies the log ended')));
      const abort = () => reject(signal.reason as Error);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
    // Handled by the current caller; between two requests it must not count as an unhandled rejection.
    this.#stopped.catch(() => undefined);
  }

  /** The thread's response. Rejects when it fails or ends, and when the signal aborts. */
  async ask(request: ThreadRequest): Promise<ThreadReport> {
    const answered = new Promise<ThreadResponse>((resolve) => this.#worker.once('message', resolve));
    this.#worker.postMessage(request);
    const answer = await Promise.race([answered, this.#stopped]);
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * Verification of batches of results: in this thread, or in as many others as there are cores.
 *
 * Called by all.ts. Invariant: the verdict on a batch does not depend on the thread; a failed thread ends the run with
 * an error, never with a verdict.
 */
import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { verifyTogether } from '../batch/results.ts';
import type { LogVerifyOptions, Pending, ResultsVerdict } from '../log/log-results.ts';

export interface ResultsVerifier {
  readonly threads: number;
  verify(results: readonly Pending[]): Promise<ResultsVerdict>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Input of a thread. */
export type VerifyJob = { readonly results: readonly Pending[]; readonly options: LogVerifyOptions };

/** Number of leaves from which threads are worth their start-up, about half a second each. */
const WORTH_THREADS = 1_000;

/** For a log of `size` leaves: `threads` of them when there is enough to do, otherwise only this one. */
export function verifierFor(size: number, threads: number, options: LogVerifyOptions): ResultsVerifier {
  return threads < 2 || size < WORTH_THREADS ? ownThread(options) : new ThreadPool(threads, options);
}

export function ownThread(options: LogVerifyOptions): ResultsVerifier {
  return {
    threads: 1,
    verify: (results) => Promise.resolve(verifyTogether(results, options, randomBytes)),
    close: () => Promise.resolve(),
  };
}

/** Space for short-lived numbers: with less of it, garbage collection takes an eighth of the time. */
const YOUNG_MB = 64;

/** A new thread lacks the loader that reads TypeScript here, so it is passed on first. */
const THREAD = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./thread.ts', import.meta.url).href)});
})`;

export class ThreadPool implements ResultsVerifier {
  readonly threads: number;
  readonly #options: LogVerifyOptions;
  readonly #workers: Worker[];
  readonly #idle: Worker[];
  readonly #queue: ((worker: Worker) => void)[] = [];

  constructor(threads: number, options: LogVerifyOptions) {
    this.threads = threads;
    this.#options = options;
    this.#workers = Array.from(
      { length: threads },
      () => new Worker(THREAD, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
    );
    this.#idle = [...this.#workers];
  }

  async verify(results: readonly Pending[]): Promise<ResultsVerdict> {
    const worker = this.#idle.shift() ?? (await new Promise<Worker>((resolve) => this.#queue.push(resolve)));
    const verdict = await ask(worker, { results, options: this.#options });
    const next = this.#queue.shift();
    if (next === undefined) this.#idle.push(worker);
    else next(worker);
    return verdict;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function ask(worker: Worker, job: VerifyJob): Promise<ResultsVerdict> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off('message', answered).off('error', failed).off('exit', ended);
    };
    const answered = (verdict: ResultsVerdict) => {
      settle();
      resolve(verdict);
    };
    const failed = (error: Error) => {
      settle();
      reject(error);
    };
    const ended = () => failed(new Error('a thread of the verifier ended before its batch was verified'));
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.postMessage(job);
  });
}

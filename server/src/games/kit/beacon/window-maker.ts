/**
 * Makes window keys in a separate thread: each takes tens of milliseconds of CPU time, which would block the server's
 * main thread. The thread starts with the first key and ends with the process.
 */
import { Worker } from 'node:worker_threads';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { Random } from '../../../platform/process/ports.ts';
import type { NewWindow, WindowMaker } from './windows.ts';

/** The messages to the thread and its replies. */
export interface WindowJob {
  readonly id: number;
  readonly publicKey: string;
  readonly round: number;
  readonly windowKey: Uint8Array;
  readonly sigma: Uint8Array;
}
export type WindowJobDone = { readonly id: number } & ({ readonly sealKey: string } | { readonly error: string });

/** A new thread lacks the loader that reads TypeScript here, so it registers it first. */
const THREAD = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./window-thread.ts', import.meta.url).href)});
})`;

interface PendingWindowJob {
  readonly resolve: (sealKey: string) => void;
  readonly reject: (error: Error) => void;
}

export function makeWindowMaker(chain: DrandChain, random: Random): WindowMaker {
  let thread: Worker | null = null;
  let jobs = 0;
  const waiting = new Map<number, PendingWindowJob>();
  const failAll = (error: Error) => {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(THREAD, { eval: true });
    started.unref();
    started.on('message', (done: WindowJobDone) => {
      const asked = waiting.get(done.id);
      waiting.delete(done.id);
      if ('error' in done) asked?.reject(new Error(done.error));
      else asked?.resolve(done.sealKey);
    });
    started.on('error', failAll);
    started.on('exit', () => failAll(new Error('the window key thread ended')));
    return started;
  };
  return {
    make: async (round): Promise<NewWindow> => {
      const windowKey = random.bytes(32);
      const job: WindowJob = { id: jobs++, publicKey: chain.publicKey, round, windowKey, sigma: random.bytes(32) };
      thread ??= start();
      const to = thread;
      const sealKey = await new Promise<string>((resolve, reject) => {
        waiting.set(job.id, { resolve, reject });
        to.postMessage(job);
      });
      return { windowKey, sealKey };
    },
  };
}

/**
 * Makes window keys in a thread of its own: each takes tens of milliseconds of a processor, which the server's own thread
 * does not have. The thread is started with the first key and ends with the process.
 */
import { Worker } from 'node:worker_threads';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { Random } from '../../../platform/process/ports.ts';
import type { NewWindow, WindowMaker } from './windows.ts';

/** What the thread is sent, and what it answers. */
export interface WindowJob {
  readonly id: number;
  readonly publicKey: string;
  readonly round: number;
  readonly windowKey: Uint8Array;
  readonly sigma: Uint8Array;
}
export type WindowJobDone = { readonly id: number } & ({ readonly sealKey: string } | { readonly error: string });

/** A thread starts without the loader that reads TypeScript here, so it is given it first. */
const THREAD = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./window-thread.ts', import.meta.url).href)});
})`;

interface Waiting {
  readonly resolve: (sealKey: string) => void;
  readonly reject: (error: Error) => void;
}

export function makeWindowMaker(chain: DrandChain, random: Random): WindowMaker {
  let thread: Worker | null = null;
  let jobs = 0;
  const waiting = new Map<number, Waiting>();
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
    started.on('exit', () => failAll(new Error('the thread that makes window keys ended')));
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

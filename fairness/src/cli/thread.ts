/** A thread of `fairpot-verify --all`: verifies the batches that it is sent, one after the other, and sends back the verdicts. */
import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { verifyTogether } from '../batch/results.ts';
import type { Job } from './threads.ts';

parentPort?.on('message', ({ results, options }: Job) =>
  parentPort?.postMessage(verifyTogether(results, options, randomBytes)),
);

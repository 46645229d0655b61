/**
 * A thread of `fairpot-verify --all`: verifies the batches it receives, one after the other, and returns the verdicts.
 */
import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { verifyTogether } from '../batch/results.ts';
import type { VerifyJob } from './threads.ts';

parentPort?.on('message', ({ results, options }: VerifyJob) =>
  parentPort?.postMessage(verifyTogether(results, options, randomBytes)),
);

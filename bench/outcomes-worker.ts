/** A thread of outcomes.ts: runs the jobs it receives, one after the other, and sends back their counts. */
import { parentPort } from 'node:worker_threads';
import { runJob, type Job } from './lib/outcomes/job.ts';

parentPort?.on('message', (job: Job) => parentPort?.postMessage(runJob(job)));

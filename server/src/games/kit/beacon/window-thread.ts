/** The thread of window-maker.ts: encrypts the keys it receives, one after the other. */
import { parentPort } from 'node:worker_threads';
import { sealKeyOf } from '@fairpot/fairness/seal/window-key';
import type { WindowJob, WindowJobDone } from './window-maker.ts';

parentPort?.on('message', ({ id, publicKey, round, windowKey, sigma }: WindowJob) => {
  parentPort?.postMessage(done());

  function done(): WindowJobDone {
    try {
      return { id, sealKey: sealKeyOf({ chain: { publicKey }, round, windowKey, sigma }) };
    } catch (error) {
      return { id, error: String(error) };
    }
  }
});

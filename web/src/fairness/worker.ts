/**
 * The fairness worker: recomputes rounds off the main thread, so that a pairing of 30 ms never stalls an animation.
 *
 * Started by client.ts when idle; no part of it is in the first load.
 */
import { answer } from './answer.ts';
import type { FairnessQuestion } from './answer.ts';

/** A message of client.ts: a question with an id that the answer repeats. */
export interface WorkerRequest {
  readonly id: number;
  readonly question: FairnessQuestion;
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  postMessage({ id: data.id, answer: answer(data.question) });
});

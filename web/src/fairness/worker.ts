/**
 * The fairness worker: recomputes rounds beside the page, so that a pairing of 30 ms never stalls a coin in the air.
 *
 * Started by client.ts on idle; no part of it is in the first load.
 */
import { answer } from './answer.ts';
import type { FairnessQuestion } from './answer.ts';

/** What client.ts sends: a question with a number that the answer carries back. */
export interface WorkerRequest {
  readonly id: number;
  readonly question: FairnessQuestion;
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  postMessage({ id: data.id, answer: answer(data.question) });
});

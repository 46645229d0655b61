/**
 * The fairness worker: recomputes rounds beside the page, so that a pairing of 30 ms never stalls a coin in the air.
 *
 * Started by client.ts on idle; no part of it is in the first load.
 */
import { answer } from './answer.ts';
import type { Question } from './answer.ts';

/** What client.ts sends: a question with a number that the answer carries back. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  postMessage({ id: data.id, answer: answer(data.question) });
});

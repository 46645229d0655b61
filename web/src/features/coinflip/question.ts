/** The FAQ entry of the game. */
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip/calls';
import { texts } from './texts.ts';

export const HOW_IT_WORKS = {
  ask: texts.faq.question,
  answer: texts.faq.answer(COUNTDOWN_MS / 1000),
};

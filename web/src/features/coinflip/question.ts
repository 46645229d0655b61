/** The game in the FAQ. */
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip/calls';

export const HOW_IT_WORKS = {
  ask: 'How does a coinflip work?',
  answer:
    'One player stakes items on red (side 1) or blue (side 2). A second player joins with a total strictly ' +
    'between 90% and 110% ' +
    `of that and gets the other side. After ${COUNTDOWN_MS / 1000} seconds the coin falls, and the winner takes ` +
    'both stakes less the fee.',
};

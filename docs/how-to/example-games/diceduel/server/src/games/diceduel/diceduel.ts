/** The dice duel in the kit's terms: a duel without sides. */
import { COUNTDOWN_MS, EXPIRY_MS, joinWindow } from '@fairpot/contract/diceduel/calls';
import { makeDuel } from '../kit/duel/duel.ts';

export const diceduel = makeDuel({
  game: 'diceduel',
  defaults: { minbetCents: 100, feeBps: 500 },
  expiryMs: EXPIRY_MS,
  joinWindow,
  refusals: { started: 'GAME_FINISHED', sideTaken: null },
  lock: {
    countdownMs: COUNTDOWN_MS,
    fields: { eos: null },
    // The creator's first.
    entry: ({ pseudonym, cents }) => ({ player: pseudonym, cents }),
  },
});

/** Jackpot in the kit's terms: its name, terms and lock record, and the decision that settles it. */
import type { ItemGame } from '../kit/items/item-game.ts';
import { termsOfItems } from '../kit/items/terms.ts';
import { decide } from './rules.ts';

export const jackpot = {
  game: 'jackpot',
  decide,
  ...termsOfItems('jackpot', { minbetCents: 100, feeBps: 500 }),
  lock: {
    // Players watch no second countdown: the result is due when the beacon is.
    countdownMs: 0,
    fields: { eos: null },
    // In order of entry (protocol fp/2, section 2).
    entry: ({ pseudonym, cents }) => ({ player: pseudonym, cents }),
  },
} as const satisfies ItemGame;

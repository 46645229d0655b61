/** The wheel in the kit's terms: its name, terms and lock record, and the decision that settles it. */
import { decideItems } from '../kit/items/decide.ts';
import type { ItemGame } from '../kit/items/item-game.ts';
import { termsOfItems } from '../kit/items/terms.ts';

const words = {
  game: 'wheel',
  lock: {
    // Players watch no countdown: the result is due when the beacon is.
    countdownMs: 0,
    fields: { eos: null },
    // In order of entry.
    entry: ({ pseudonym, cents }) => ({ player: pseudonym, cents }),
  },
} as const satisfies Pick<ItemGame, 'game' | 'lock'>;

export const wheel = {
  ...words,
  ...termsOfItems('wheel', { minbetCents: 100, feeBps: 500 }),
  decide: (round, reveal) => decideItems(words, round, reveal),
} as const satisfies ItemGame;

/** Coinflip in the kit's terms: its name, terms and lock record, and the decision that settles it. */
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip/calls';
import { decideItems } from '../kit/items/decide.ts';
import type { ItemGame } from '../kit/items/item-game.ts';
import { termsOfItems } from '../kit/items/terms.ts';

const lock: ItemGame['lock'] = {
  countdownMs: COUNTDOWN_MS,
  fields: { eos: null },
  // The creator's first (protocol fp/2, section 2); `pick` is the side.
  entry: ({ pseudonym, pick, cents }) => ({ player: pseudonym, side: pick, cents }),
};

export const coinflip = {
  game: 'coinflip',
  ...termsOfItems('coinflip', { minbetCents: 1_000, feeBps: 500 }),
  lock,
  decide: (round, reveal) => decideItems({ game: 'coinflip', lock }, round, reveal),
} as const satisfies ItemGame;

/** Coinflip in the kit's terms: a duel in which the creator chooses a side, which the lock record names. */
import { COUNTDOWN_MS, EXPIRY_MS, joinWindow } from '@fairpot/contract/coinflip/calls';
import { makeDuel } from '../kit/duel/duel.ts';

export const coinflip = makeDuel({
  game: 'coinflip',
  defaults: { minbetCents: 1_000, feeBps: 500 },
  expiryMs: EXPIRY_MS,
  joinWindow,
  refusals: { started: 'COINFLIP_STARTED', sideTaken: 'SIDE_TAKEN' },
  lock: {
    countdownMs: COUNTDOWN_MS,
    fields: { eos: null },
    // The creator's first (protocol fp/2, section 2); `pick` is the side.
    entry: ({ pseudonym, pick, cents }) => ({ player: pseudonym, side: pick, cents }),
  },
});

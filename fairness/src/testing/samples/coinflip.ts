/** A coinflip for tests of all games. */
import type { CoinflipOutcome } from '../../games/coinflip.ts';
import type { LockSample } from './sample.ts';

export const sample: LockSample<CoinflipOutcome> = {
  fields: (player) => ({
    entries: [
      { player: player('ann'), side: 2, cents: 1_000 },
      { player: player('bob'), side: 1, cents: 1_070 },
    ],
  }),
  lie: (outcome) => ({ ...outcome, winnerSide: outcome.winnerSide === 1 ? 2 : 1 }),
};

/** A dice duel for tests of all games. */
import type { DiceduelOutcome } from '../../games/diceduel.ts';
import type { LockSample } from './sample.ts';

export const sample: LockSample<DiceduelOutcome> = {
  fields: (player) => ({
    entries: [
      { player: player('ann'), cents: 1_000 },
      { player: player('bob'), cents: 1_070 },
    ],
  }),
  lie: ({ throws, winnerEntry }) => ({ throws, winnerEntry: winnerEntry === 0 ? 1 : 0 }),
};

/** A wheel for tests of all games. */
import type { WheelOutcome } from '../../games/wheel.ts';
import type { LockSample } from './sample.ts';

export const sample: LockSample<WheelOutcome> = {
  fields: (player) => ({
    entries: ['ann', 'bob', 'cyd', 'dee'].map((name, at) => ({ player: player(name), cents: 1_000 + 30 * at })),
  }),
  lie: (outcome) => ({ ...outcome, winnerEntry: (outcome.winnerEntry + 1) % 4 }),
};

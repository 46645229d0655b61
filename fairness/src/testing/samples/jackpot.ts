/** A jackpot for tests of all games: three players, one of them twice. */
import type { JackpotOutcome } from '../../games/jackpot.ts';
import type { LockSample } from './sample.ts';

export const sample: LockSample<JackpotOutcome> = {
  fields: (player) => ({
    entries: [
      { player: player('ann'), cents: 1_000 },
      { player: player('bob'), cents: 70 },
      { player: player('cyd'), cents: 2_345 },
      { player: player('ann'), cents: 1 },
    ],
  }),
  lie: (outcome, { entries }) => {
    const winnerEntry = entries.findIndex(({ player }) => player !== outcome.winner);
    return { ...outcome, winnerEntry, winner: entries[winnerEntry]?.player ?? '' };
  },
};

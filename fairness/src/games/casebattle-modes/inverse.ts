/** INVERSE: the team with the smallest total wins all drops. */
import { seatsOfWinner, teamsAt } from './mode.ts';
import type { CasebattleModeRules } from './mode.ts';

export const inverse: CasebattleModeRules = {
  leaders: (teamCents) => teamsAt(teamCents, Math.min(...teamCents)),
  paid: seatsOfWinner,
};

/** NORMAL: the team with the greatest total wins all drops. What a lock that names no mode is played by. */
import { seatsOfWinner, teamsAt } from './mode.ts';
import type { CasebattleModeRules } from './mode.ts';

export const normal: CasebattleModeRules = {
  leaders: (teamCents) => teamsAt(teamCents, Math.max(...teamCents)),
  paid: seatsOfWinner,
};

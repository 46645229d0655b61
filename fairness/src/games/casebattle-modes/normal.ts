/** NORMAL: the team with the highest total wins all drops. Applies when a lock names no mode. */
import { seatsOfWinner, teamsAt } from './mode.ts';
import type { CasebattleModeRules } from './mode.ts';

export const normal: CasebattleModeRules = {
  leaders: (teamCents) => teamsAt(teamCents, Math.max(...teamCents)),
  paid: seatsOfWinner,
};

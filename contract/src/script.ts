/**
 * Scripted rounds (rulings 1.3): in a demo, staff may say who wins a round in which only staff and house personas are. From
 * then on it makes no fairness claim, takes no ordinary player, and carries its mark inside the game picture.
 *
 * The calls do not exist in live. Spec 6 and 7 name their paths and fields; `gameId` is the round's id.
 */
import { z } from 'zod';
import { command } from './call.ts';
import { TeamId } from './casebattle.ts';
import { PlayerId, RoundId } from './ids.ts';
import { UsdSchema } from './money.ts';

/** What a scripted round says inside its own picture, letter for letter (rulings 1.3). */
export const SCRIPTED_MARK = 'SCRIPTED: winner chosen by staff';

const input = z.strictObject({ userId: PlayerId, gameId: RoundId });
const output = z.object({ gameId: RoundId, userId: PlayerId });
const shape = { permission: 'admin', input, output, refusals: ['NO_GAME'] } as const;

export const setCoinflipWinner = command({
  name: 'coinflip.setWinner',
  ...shape,
  path: '/admin/coinflip/setWinner',
  summary: 'Demo only: choose the winner of a waiting game of staff or house personas; it is scripted from then on',
});

export const setJackpotWinner = command({
  name: 'jackpot.setWinner',
  ...shape,
  path: '/admin/jackpot/setWinner',
  summary: 'Demo only: choose the winner of a round of staff and house personas; it is scripted from then on',
});

/** The lead that the client asks for (spec 9). */
export const DEVIATION_USD = 0.05;

export const setCasebattleWinner = command({
  name: 'casebattle.setWinner',
  path: '/admin/casebattle/setWinner',
  summary:
    'Demo only: choose the winner of a waiting battle of staff and house personas; it is scripted from then on. ' +
    '`deviationAmountUsd` is the least lead, in USD, that the team of the chosen participant gets',
  permission: 'admin',
  input: z.strictObject({ userId: PlayerId, teamId: TeamId, deviationAmountUsd: UsdSchema.positive() }),
  output,
  refusals: ['NO_GAME'],
});

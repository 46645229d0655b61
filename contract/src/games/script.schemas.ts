/** Schemas of script.ts. */
import { z } from 'zod';
import { PlayerId, RoundId } from '../wire/ids.schemas.ts';

/** Input of a game's `setWinner`: the round and its winner. */
export const WinnerChoice = z.strictObject({ userId: PlayerId, gameId: RoundId });
/** Output of `setWinner`. */
export const WinnerChoiceResult = z.object({ gameId: RoundId, userId: PlayerId });

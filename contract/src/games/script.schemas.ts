/** Schemas of script.ts. */
import { z } from 'zod';
import { PlayerId, RoundId } from '../wire/ids.schemas.ts';

/** Who is to win which round: the input of a game's `setWinner`. */
export const WinnerChoice = z.strictObject({ userId: PlayerId, gameId: RoundId });
/** What it answers. */
export const WinnerChosen = z.object({ gameId: RoundId, userId: PlayerId });

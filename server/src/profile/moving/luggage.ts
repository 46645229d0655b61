/** What a player takes along to another cell, as canonical JSON, and the parcel in which the operator carries it: the luggage and the signed note. */
import { createHash } from 'node:crypto';
import { CellName } from '@fairpot/contract/wire/directory.schemas';
import { formatMoveNote, type MoveNote } from '@fairpot/contract/wire/move-note';
import { SteamId } from '@fairpot/contract/wire/ids.schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import { z } from 'zod';
import { CarriedProtection } from '../../protection/front.ts';

export const Luggage = z.strictObject({
  steamid: SteamId,
  from: CellName,
  protection: CarriedProtection,
  cents: z.number().int().nonnegative(),
  /** What of it may be taken out at any level: deposited, less staked, less taken, over all cells. */
  refundCents: z.number().int(),
  xpHundredths: z.number().int().nonnegative(),
  ageConfirmedAt: z.number().int().nullable(),
});
export type Luggage = z.infer<typeof Luggage>;

export const Parcel = z.strictObject({ note: z.string().max(2_000), luggage: Luggage });
export type Parcel = z.infer<typeof Parcel>;

export function hashOfLuggage(luggage: Luggage): string {
  return createHash('sha256').update(canon(luggage)).digest('hex');
}

/** Names a move for good: in the ledger's keys and in both public logs. Of the text alone: a note with more signatures is the same move. */
export function hashOfMove(move: MoveNote): string {
  return createHash('sha256').update(formatMoveNote(move)).digest('hex');
}

/**
 * A player arrives from another cell: what the note and its luggage say is booked in once, limits and exclusions before the money. The operator runs it
 * (move-cli.ts) after the directory has confirmed that the person is still at home where the note says.
 */
import { cents } from '@fairpot/contract/wire/money';
import { isStaff, type Status } from '@fairpot/contract/wire/permissions';
import type { MoveNote } from '@fairpot/contract/wire/move-note';
import { addPlayerAs, movings } from '../../accounts/front.ts';
import { account, openCellAccount, paymentPostings, transfer } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { invariant, StartRefused } from '../../platform/runner/refused.ts';
import { writeStaffActs } from '../../platform/runner/staff-acts.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { unpackProtection } from '../../protection/front.ts';
import { logTransfer } from './leaf.ts';
import { hashOfLuggage, hashOfMove, type Parcel } from './luggage.ts';
import { insertArrival, newestMove } from './store.ts';

export interface Arrival {
  readonly move: MoveNote;
  readonly parcel: Parcel;
  readonly why: string;
  readonly now: number;
}

/** Throws StartRefused unless the luggage is the one that the note was signed for. */
export function checkLuggage(move: MoveNote, { luggage }: Parcel): void {
  const { steamid, from } = luggage;
  if (hashOfLuggage(luggage) !== move.luggage || steamid !== move.steamid || from !== move.from)
    throw new StartRefused('the luggage is not the one that was signed');
}

/** Books the player in. False: that was done before, and nothing changes. */
export async function bookIn(
  deps: Pick<Deps, 'gateways' | 'ids' | 'random'>,
  tx: Tx,
  { move, parcel, why, now }: Arrival,
): Promise<boolean> {
  const { steamid, from: cell, number } = move;
  const { luggage } = parcel;
  const added = { steamid, name: `Player ${steamid.slice(-4)}`, avatarHash: null, status: 'USER' as const };
  const { playerId } = await addPlayerAs(deps, { tx, now }, { ...added, isFake: false, ageConfirmed: false });
  // Locked before the arrival is recorded: of two commands at once, the second waits here and finds it.
  const row = await movings.lockMoving(tx, steamid);
  invariant(row, `${steamid} has an account now`);
  if (isStaff(row.status as Status)) throw new StartRefused('a staff account cannot take a player in');
  if (!(await insertArrival(tx, { playerId, number, cell, at: now }, parcel))) return false;
  const left = (await newestMove(tx, playerId, 'OUT'))?.luggage ?? null;
  await unpackProtection(tx, playerId, luggage.protection, { cell, returns: left !== null });
  await movings.arrive(tx, playerId, {
    // What was earned here before the player left is still counted here.
    xpHundredths: luggage.xpHundredths - (left?.xpHundredths ?? 0),
    refundCents: luggage.refundCents - (left?.refundCents ?? 0),
    ageConfirmedAt: luggage.ageConfirmedAt,
  });
  if (luggage.cents > 0) {
    await openCellAccount(tx, cell, now);
    await transfer(tx, {
      ...{ id: deps.ids.next('transfer'), key: `cell-in:${hashOfMove(move)}`, code: 'CELL_IN', ref: playerId, at: now },
      postings: paymentPostings(account.cell(cell), account.cash(playerId), cents(luggage.cents)),
    });
  }
  await logTransfer(tx, { cell, cents: 0 - luggage.cents, move: hashOfMove(move) }, now);
  const act = { actorId: 'machine', act: 'npm run move', why, at: now };
  await writeStaffActs(tx, [{ playerId, details: { step: 'in', from: cell, number, cents: luggage.cents } }], act);
  return true;
}

/**
 * A player leaves for another cell: the account stops, waits until nothing is open, and is booked out under a note that this cell signs. The operator runs
 * it (move-cli.ts), any number of times: each step is one transaction that does nothing twice.
 *
 * Invariants: the note, the money that left, its leaf in the public log and the end of the sessions are one transaction. Once there is a note, no other
 * is made for this move, so the other cell can book in only once. Lock order as in erase.ts.
 */
import { formatMoveNote, type MoveNote } from '@fairpot/contract/wire/move-note';
import { isStaff, type Status } from '@fairpot/contract/wire/permissions';
import { cents } from '@fairpot/contract/wire/money';
import type { ClosingWaitKind } from '@fairpot/contract/profile/calls';
import { movings } from '../../accounts/front.ts';
import { lockedBalances } from '../../ledger/history.ts';
import { account, openCellAccount, paymentPostings, transfer } from '../../ledger/ledger.ts';
import type { Ids } from '../../platform/process/ports.ts';
import { invariant, StartRefused } from '../../platform/runner/refused.ts';
import { writeStaffActs } from '../../platform/runner/staff-acts.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { packProtection } from '../../protection/front.ts';
import { lockCoins, lockTradeSums, refundSum } from '../../takeouts/front.ts';
import { blockersOf } from '../closing.ts';
import { logTransfer } from './leaf.ts';
import { hashOfLuggage, hashOfMove, type Luggage, type Parcel } from './luggage.ts';
import { beginMove, deleteWaitingMove, newestMove, writeParcel } from './store.ts';

/** This cell as the directory names it, and its key. */
export interface OwnCell {
  readonly name: string;
  readonly signText: (text: string) => string;
}

export interface OutRequest {
  readonly steamid: string;
  readonly to: string;
  /** The number of the person's moves, from the directory. */
  readonly number: number;
  readonly why: string;
  readonly now: number;
}

/** Stops stakes and deposits of the account. Throws StartRefused when it cannot move. */
export async function stopAccount(tx: Tx, { steamid, to, number, why, now }: OutRequest): Promise<string> {
  const row = await movings.lockMoving(tx, steamid);
  if (row === undefined) throw new StartRefused(`${steamid} has no account here`);
  const { playerId, status, isFake, closingAt, movingTo } = row;
  if (isStaff(status as Status) || isFake) throw new StartRefused('staff and bots of the house do not move');
  if (closingAt !== null) throw new StartRefused('the account is being closed: cancel that first');
  if (movingTo !== null && movingTo !== to) throw new StartRefused(`the account is moving to ${movingTo} already`);
  if (movingTo === null) {
    await movings.stopFor(tx, playerId, to);
    await beginMove(tx, { playerId, number, cell: to, at: now });
    const act = { actorId: 'machine', act: 'npm run move', why, at: now };
    await writeStaffActs(tx, [{ playerId, details: { step: 'stopped', to, number } }], act);
  }
  return playerId;
}

/** Opens the account again, as long as nothing has left. */
export async function cancelMove(tx: Tx, steamid: string, why: string, now: number): Promise<void> {
  const row = await movings.lockMoving(tx, steamid);
  if (row === undefined || (await deleteWaitingMove(tx, row.playerId)) === 0)
    throw new StartRefused(
      'there is no move that could be cancelled: without a note nothing waits, with one it is final',
    );
  await movings.stopFor(tx, row.playerId, null);
  const act = { actorId: 'machine', act: 'npm run move', why, at: now };
  await writeStaffActs(tx, [{ playerId: row.playerId, details: { step: 'cancelled' } }], act);
}

export type OutResult = { readonly parcel: Parcel } | { readonly waitsFor: readonly ClosingWaitKind[] };

/** Books the account out when nothing is open, or returns what it waits for; later, the same parcel again. */
export async function bookOut(
  deps: { readonly ids: Ids; readonly own: OwnCell },
  tx: Tx,
  { steamid, why, now }: Omit<OutRequest, 'to' | 'number'>,
): Promise<OutResult> {
  const playerId = (await movings.lockMoving(tx, steamid))?.playerId;
  invariant(playerId !== undefined, `${steamid} was stopped before`);
  const move = await newestMove(tx, playerId, 'OUT');
  invariant(move !== undefined, `${playerId} was stopped by a move`);
  if (move.note !== null && move.luggage !== null) return { parcel: { note: move.note, luggage: move.luggage } };
  return leave(deps, tx, { playerId, steamid, number: move.number, to: move.cell, why, now });
}

async function leave(
  { ids, own }: { readonly ids: Ids; readonly own: OwnCell },
  tx: Tx,
  move: OutRequest & { readonly playerId: string },
): Promise<OutResult> {
  const { playerId, steamid, number, to, why, now } = move;
  const row = await movings.lockMoving(tx, steamid);
  invariant(row, `${playerId} is locked`);
  const protection = await packProtection(tx, playerId);
  await lockTradeSums(tx, playerId);
  await lockCoins(tx, playerId);
  const open = await blockersOf(tx, playerId, () => lockedBalances(tx, playerId));
  const waitsFor = open.map(({ kind }) => kind).filter((kind) => kind !== 'BALANCE');
  if (waitsFor.length > 0) return { waitsFor };
  const { available } = await lockedBalances(tx, playerId);
  const { ageConfirmedAt, xpHundredths } = row;
  const refundCents = await refundSum(tx, playerId);
  const luggage: Luggage = {
    ...{ steamid, from: own.name, protection, cents: available, refundCents, xpHundredths, ageConfirmedAt },
  };
  const note: MoveNote = { steamid, number, from: own.name, to, luggage: hashOfLuggage(luggage) };
  const parcel = { note: own.signText(formatMoveNote(note)), luggage };
  invariant(await writeParcel(tx, playerId, number, parcel, now), 'the move was locked');
  if (available > 0) {
    await openCellAccount(tx, to, now);
    await transfer(tx, {
      ...{ id: ids.next('transfer'), key: `cell-out:${hashOfMove(note)}`, code: 'CELL_OUT', ref: playerId, at: now },
      postings: paymentPostings(account.cash(playerId), account.cell(to), cents(available)),
    });
  }
  await logTransfer(tx, { cell: to, cents: available, move: hashOfMove(note) }, now);
  await movings.markMoved(tx, playerId, now);
  const act = { actorId: 'machine', act: 'npm run move', why, at: now };
  await writeStaffActs(tx, [{ playerId, details: { step: 'out', to, number, cents: available } }], act);
  return { parcel };
}

/** The SQL of moves. Each step is a guarded write: a command that died is run again, and does what is left. */
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import type { Parcel } from './luggage.ts';

export type MoveDirection = 'OUT' | 'IN';

export interface MoveRow {
  readonly number: number;
  readonly cell: string;
  readonly note: string | null;
  readonly luggage: Parcel['luggage'] | null;
}

/** The newest move of a player in this direction. */
export function newestMove(db: Db, playerId: string, direction: MoveDirection): Promise<MoveRow | undefined> {
  return db.maybe<MoveRow>(sql`
    select number, cell, note, luggage from cell_moves
    where player_id = ${playerId} and direction = ${direction} order by number desc limit 1`);
}

export interface BeginningMove {
  readonly playerId: string;
  readonly number: number;
  readonly cell: string;
  readonly at: number;
}

/** A move out that waits until nothing is open. A repeated one keeps the first. */
export async function beginMove(tx: Tx, { playerId, number, cell, at }: BeginningMove): Promise<void> {
  await tx.run(sql`
    insert into cell_moves (player_id, number, direction, cell, began_at)
    values (${playerId}, ${number}, 'OUT', ${cell}, ${at}) on conflict do nothing`);
}

/** Gives up a move that has no note yet. */
export function deleteWaitingMove(tx: Tx, playerId: string): Promise<number> {
  return tx.run(sql`delete from cell_moves where player_id = ${playerId} and direction = 'OUT' and note is null`);
}

/** False: it has a note already, or there is none. */
export async function writeParcel(
  tx: Tx,
  playerId: string,
  number: number,
  { note, luggage }: Parcel,
  at: number,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update cell_moves set note = ${note}, luggage = ${JSON.stringify(luggage)}::jsonb, booked_at = ${at}
    where player_id = ${playerId} and number = ${number} and direction = 'OUT' and note is null`);
  return changed === 1;
}

/** Records an arrival. False: it arrived before. */
export async function insertArrival(
  tx: Tx,
  { playerId, number, cell, at }: BeginningMove,
  { note, luggage }: Parcel,
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into cell_moves (player_id, number, direction, cell, began_at, note, luggage, booked_at)
    values (${playerId}, ${number}, 'IN', ${cell}, ${at}, ${note}, ${JSON.stringify(luggage)}::jsonb, ${at})
    on conflict do nothing`);
  return added === 1;
}

/** The one door into crypto for others: what a player brought and took that way, and whether a payment is theirs. */
import { sql, type Db } from '../platform/database/sql.ts';
import { withdrawalById } from './withdrawals/store.ts';

/** Cents brought and taken by crypto; both 0 for a player who never did. */
export async function cryptoSums(
  db: Db,
  playerId: string,
): Promise<{ readonly depositedCents: number; readonly takenCents: number }> {
  const row = await db.maybe<{ depositedCents: number; takenCents: number }>(sql`
    select deposited_cents as "depositedCents", taken_cents as "takenCents" from crypto_players where player_id = ${playerId}`);
  return row ?? { depositedCents: 0, takenCents: 0 };
}

/** Whether this is a deposit or a withdrawal by crypto of this player's own. */
export async function ownsPayment(db: Db, playerId: string, id: string): Promise<boolean> {
  if ((await withdrawalById(db, id))?.playerId === playerId) return true;
  const row = await db.maybe<{ id: string }>(sql`
    select id from crypto_orders where id = ${id} and player_id = ${playerId}`);
  return row !== undefined;
}

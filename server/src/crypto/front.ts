/** The one door into crypto: for trades, what a player brought and took that way, which counts in what may be taken out; for solvency, what is held. */
import { sql, type Db } from '../platform/database/sql.ts';

export { coinsHeld } from './held.ts';

/** Cents brought and taken by crypto; both 0 for a player who never did. */
export async function cryptoSums(
  db: Db,
  playerId: string,
): Promise<{ readonly depositedCents: number; readonly takenCents: number }> {
  const row = await db.maybe<{ depositedCents: number; takenCents: number }>(sql`
    select deposited_cents as "depositedCents", taken_cents as "takenCents" from crypto_players where player_id = ${playerId}`);
  return row ?? { depositedCents: 0, takenCents: 0 };
}

/** The public module of crypto: what a player deposited and withdrew, what is pending, whether a payment is theirs, and what the site holds. */
import { sql, type Db } from '../platform/database/sql.ts';
import { openWithdrawals, withdrawalById } from './withdrawals/store.ts';

export { shareAddress, sharedAddresses } from './withdrawals/address-store.ts';
export { coinsHeld, coinWorth } from './held.ts';

/** Whether this is a crypto deposit or withdrawal of this player. */
export async function ownsPayment(db: Db, playerId: string, id: string): Promise<boolean> {
  if ((await withdrawalById(db, id))?.playerId === playerId) return true;
  const row = await db.maybe<{ id: string }>(sql`
    select id from crypto_orders where id = ${id} and player_id = ${playerId}`);
  return row !== undefined;
}

/**
 * A player's unfinished withdrawals with their cents, and the payments to open deposits that are seen but not credited. Payments to an
 * old address are found by its chain and credited anyway.
 */
export async function coinsUnderWay(
  db: Db,
  playerId: string,
): Promise<{ readonly out: number; readonly outCents: number; readonly coming: number }> {
  const { out, outCents } = await openWithdrawals(db, playerId);
  const { coming } = await db.one<{ coming: number }>(sql`
    select count(*) as coming from crypto_orders o join crypto_payments p on p.wallet_id = o.wallet_id
    where o.player_id = ${playerId} and o.slot is not null and p.state in ('SEEN', 'CONFIRMING')`);
  return { out, outCents, coming };
}

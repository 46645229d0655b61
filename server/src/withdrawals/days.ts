/** What players withdrew, by day, for the signs of collusion. Days are counted since 1970 (UTC). */
import { sql, type Db, type Tx } from '../platform/database/sql.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Counts a withdrawal that is being ordered. `isRefund`: all of it was deposited and not played. Stops nothing. */
export async function noteWithdrawal(
  tx: Tx,
  { playerId, cents, isRefund }: { readonly playerId: string; readonly cents: number; readonly isRefund: boolean },
  now: number,
): Promise<void> {
  const refundCents = isRefund ? cents : 0;
  await tx.run(sql`
    insert into collusion_withdrawals as w (player_id, day, cents, refund_cents)
    values (${playerId}, ${Math.floor(now / DAY_MS)}, ${cents}, ${refundCents})
    on conflict (player_id, day) do update set cents = w.cents + excluded.cents,
      refund_cents = w.refund_cents + excluded.refund_cents`);
}

/** Cents that a player withdrew after this day. */
export async function withdrawnSince(db: Db, playerId: string, day: number): Promise<number> {
  const { cents } = await db.one<{ cents: number }>(sql`
    select coalesce(sum(cents), 0)::bigint as cents from collusion_withdrawals
    where player_id = ${playerId} and day > ${day}`);
  return cents;
}

/** Players with the largest refunds today and yesterday, each with the refunds since `since`; at most 200. */
export function refundsSince(db: Db, today: number, since: number): Promise<{ playerId: string; cents: number }[]> {
  return db.many<{ playerId: string; cents: number }>(sql`
    select w.player_id as "playerId", sum(w.refund_cents)::bigint as cents
    from (
      select distinct player_id from (
        select player_id from collusion_withdrawals
        where day in (${today}, ${today - 1}) and refund_cents > 0 order by refund_cents desc limit 200
      ) largest
    ) r join collusion_withdrawals w on w.player_id = r.player_id and w.day > ${since}
    group by w.player_id`);
}

/** Deletes sums of days before `day`, at most `limit`. Returns how many. */
export function forgetWithdrawals(db: Db, day: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from collusion_withdrawals where ctid = any(array(
      select ctid from collusion_withdrawals where day < ${day} order by day limit ${limit}::integer
      for update skip locked))`);
}

/** A move to another cell on the account's own row: stopped, gone, back. What moves, and when: server/src/profile/moving. */
import { sql, type Tx } from '../platform/database/sql.ts';

export interface MovingRow {
  readonly playerId: string;
  readonly status: string;
  readonly isFake: boolean;
  readonly closingAt: number | null;
  readonly movingTo: string | null;
  readonly movedAt: number | null;
  readonly ageConfirmedAt: number | null;
  readonly xpHundredths: number;
}

/** Locks the row of the person's account, if they have one here. */
export function lockMoving(tx: Tx, steamid: string): Promise<MovingRow | undefined> {
  return tx.maybe<MovingRow>(sql`
    select p.id as "playerId", p.status, p.is_fake as "isFake", p.closing_at as "closingAt",
      p.moving_to as "movingTo", p.moved_at as "movedAt", p.age_confirmed_at as "ageConfirmedAt",
      p.carried_xp_hundredths + coalesce((select sum(s.xp_hundredths) from player_game_stats s
        where s.player_id = p.id), 0)::bigint as "xpHundredths"
    from players p where p.steamid = ${steamid} for update of p`);
}

/** From now on no new stake and no deposit: sessions, keys and sweeps read it with every use. `cell` null: they may again. */
export async function stopFor(tx: Tx, playerId: string, cell: string | null): Promise<void> {
  await tx.run(sql`update players set moving_to = ${cell} where id = ${playerId} and moved_at is null`);
}

/** The account is at the other cell: no session and no key of it counts here. */
export async function markMoved(tx: Tx, playerId: string, now: number): Promise<void> {
  await tx.run(sql`
    update players set moved_at = ${now}
    where id = ${playerId} and moved_at is null and moving_to is not null`);
  await tx.run(sql`delete from sessions where player_id = ${playerId}`);
}

/** Adds what a player brings, and opens the account again if it had moved away. An earlier confirmation of the age stays. */
export async function arrive(
  tx: Tx,
  playerId: string,
  brought: { readonly xpHundredths: number; readonly refundCents: number; readonly ageConfirmedAt: number | null },
): Promise<void> {
  await tx.run(sql`
    update players set moving_to = null, moved_at = null,
      carried_xp_hundredths = carried_xp_hundredths + ${brought.xpHundredths}::bigint,
      carried_refund_cents = carried_refund_cents + ${brought.refundCents}::bigint,
      age_confirmed_at = coalesce(age_confirmed_at, ${brought.ageConfirmedAt}::bigint)
    where id = ${playerId}`);
}

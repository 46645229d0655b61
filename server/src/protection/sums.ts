/** What players staked, won and deposited lately, from the hours that limits are counted in: for breakers and checks of collusion. */
import { sql, type Db } from '../platform/database/sql.ts';

/** Players who won more than `cents` above their stakes in the last 24 hours, with both sums. Reads only those who won in the last hour. */
export async function profitsOver(db: Db, cents: number): Promise<Profit[]> {
  return db.many<Profit>(sql`
    select w.player_id as "playerId", s.won as "wonCents", s.staked as "stakedCents"
    from (
      select distinct player_id from protection_hours
      where hour in (protection_hour(), protection_hour() - 1) and kind = 'won'
    ) w cross join lateral (
      select coalesce(sum(cents) filter (where kind = 'won'), 0)::bigint as won,
        coalesce(sum(cents) filter (where kind = 'stake'), 0)::bigint as staked
      from protection_hours
      where player_id = w.player_id and kind in ('won', 'stake') and hour > protection_hour() - 24
    ) s
    where s.won - s.staked > ${cents}::bigint and not protection_is_bot(w.player_id)`);
}

export interface Profit {
  readonly playerId: string;
  readonly wonCents: number;
  readonly stakedCents: number;
}

/** What each of these players won and staked in the last 24 hours. Bots are left out. */
export function profitsOf(db: Db, playerIds: readonly string[]): Promise<Profit[]> {
  return db.many<Profit>(sql`
    select player_id as "playerId", coalesce(sum(cents) filter (where kind = 'won'), 0)::bigint as "wonCents",
      coalesce(sum(cents) filter (where kind = 'stake'), 0)::bigint as "stakedCents"
    from protection_hours
    where player_id = any(${playerIds}::text[]) and kind in ('won', 'stake') and hour > protection_hour() - 24
      and not protection_is_bot(player_id)
    group by player_id`);
}

/** Cents that a player deposited in the last days, as deposit limits count them. Sums are kept for 31 days. */
export function depositedSince(db: Db, playerId: string, days: number): Promise<number> {
  return sumSince(db, playerId, 'deposit', days);
}

/** Cents that a player staked in the last days. */
export function stakedSince(db: Db, playerId: string, days: number): Promise<number> {
  return sumSince(db, playerId, 'stake', days);
}

async function sumSince(db: Db, playerId: string, kind: 'deposit' | 'stake', days: number): Promise<number> {
  const { cents } = await db.one<{ cents: number }>(sql`
    select coalesce(sum(cents), 0)::bigint as cents from protection_hours
    where player_id = ${playerId} and kind = ${kind} and hour > protection_hour() - ${days * 24}`);
  return cents;
}

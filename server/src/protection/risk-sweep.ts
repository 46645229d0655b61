/**
 * Checks every player of the last full hour for signs that a person should review (risk.ts). Reads a page of players at a time, in
 * index order, and for each the sums by day and hour. A sign that is open, or was raised in the last week, is not raised again, so
 * two nodes that check at once raise one. The only consequence is a notification.
 */
import { sql, type Db, type Pool, type Tx } from '../platform/database/sql.ts';
import { risksOf, type RiskFigures } from './risk.ts';

const PLAYERS_AT_ONCE = 50;
/** Hours that ended while no node ran are caught up, up to this many hours back. */
const BACK_HOURS = 24;
const AGAIN_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

interface SweepPosition {
  readonly hour: number;
  readonly after: string;
}

/**
 * The sweep; returns the number of players checked. It continues where it stopped, hour by hour, and waits for the current hour to
 * end.
 */
export function riskSweep(db: Pool): () => Promise<number> {
  let place: SweepPosition | null = null;
  return async () => {
    const { hour: now } = await db.one<{ hour: number }>(sql`select protection_hour() as hour`);
    let at: SweepPosition = place ?? { hour: now - BACK_HOURS, after: '' };
    // A clock that was set back, or a node that slept for days.
    if (at.hour > now || at.hour < now - BACK_HOURS) at = { hour: now - BACK_HOURS, after: '' };
    while (at.hour < now) {
      const played = await playersOf(db, at);
      for (const { playerId } of played) await checkPlayer(db, playerId, at.hour + 1);
      const last = played.at(-1);
      const isWhole = played.length < PLAYERS_AT_ONCE || last === undefined;
      at = isWhole ? { hour: at.hour + 1, after: '' } : { hour: at.hour, after: last.playerId };
      place = at;
      if (played.length > 0) return played.length;
    }
    place = at;
    return 0;
  };
}

function playersOf(db: Db, { hour, after }: SweepPosition): Promise<{ playerId: string }[]> {
  return db.many<{ playerId: string }>(sql`
    select player_id as "playerId" from protection_hours
    where hour = ${hour}::bigint and kind = 'stake' and player_id > ${after}
    order by player_id limit ${PLAYERS_AT_ONCE}`);
}

/**
 * Raises the signs of one player before an hour (which is not included), and notifies the player, at most once a week. Bots have
 * none.
 */
async function checkPlayer(db: Pool, playerId: string, hour: number): Promise<void> {
  const figures = await db.maybe<RiskFigures>(sql`
    select r.lost_week as "lostWeek", r.lost_before as "lostBefore", r.deposited, r.deposit_hours as "depositHours",
      r.lost_day as "lostDay", r.play_hours as "playHours", r.raised, r.returned
    from protection_risk(${playerId}, ${hour}::bigint) r where not protection_is_bot(${playerId})`);
  if (figures === undefined) return;
  const risks = risksOf(figures);
  if (risks.length === 0) return;
  await db.transaction(async (tx) => {
    const { notifiedRecently } = await tx.one<{ notifiedRecently: boolean }>(sql`
      with turn as (select pg_advisory_xact_lock(hashtextextended(${`risk ${playerId}`}, 0)))
      select exists (
        select from protection_flags where player_id = ${playerId} and at > protection_ms() - ${AGAIN_AFTER_MS}::bigint
      ) as "notifiedRecently" from turn`);
    let raised = 0;
    for (const { signal, figures: counted } of risks) raised += await raise(tx, playerId, signal, counted);
    if (raised > 0 && !notifiedRecently) await notifyPlayer(tx, playerId);
  });
}

function raise(tx: Tx, playerId: string, signal: string, figures: object): Promise<number> {
  return tx.run(sql`
    insert into protection_flags (player_id, signal, at, figures)
    select ${playerId}, ${signal}, protection_ms(), ${JSON.stringify(figures)}::jsonb
    where not exists (
      select from protection_flags where player_id = ${playerId} and signal = ${signal}
        and at > protection_ms() - ${AGAIN_AFTER_MS}::bigint)
    on conflict do nothing`);
}

const RISK_NOTICE =
  'You have played more, or for longer, than before. Your limits, breaks and results are on ' +
  'your profile. Help is free.';

async function notifyPlayer(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    select notify_player(${playerId}, 'protection', 'About your recent play', ${RISK_NOTICE},
      '/profile?tab=limits', protection_ms())`);
}

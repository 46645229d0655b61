/** A player's own sessions: which browsers are signed in, and signing them out. */
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { SESSION_IDLE_MS } from './rules.ts';

export interface OwnSessionRow {
  /** The first 16 digits of the session's id: identifies it to its owner, and gives no access. */
  readonly id: string;
  readonly isCurrent: boolean;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly userAgent: string;
  readonly sameAddress: boolean;
}

/** The current session, then the other live ones, newest use first. */
export function ownSessions(
  db: Db,
  playerId: string,
  sessionId: string,
  now: number,
  limit: number,
): Promise<OwnSessionRow[]> {
  return db.many<OwnSessionRow>(sql`
    select left(s.id, 16) as id, s.id = ${sessionId} as "isCurrent", s.created_at as "createdAt",
      s.last_seen_at as "lastSeenAt", s.user_agent as "userAgent",
      coalesce(s.ip_hash = (select ip_hash from sessions where id = ${sessionId}), false) as "sameAddress"
    from (
      (select * from sessions where id = ${sessionId} and player_id = ${playerId})
      union all
      (select * from sessions
      where player_id = ${playerId} and last_seen_at > ${now - SESSION_IDLE_MS} and expires_at > ${now}
        and id <> ${sessionId}
      order by last_seen_at desc, id desc limit ${limit})
    ) s
    order by s.id = ${sessionId} desc, s.last_seen_at desc, s.id desc limit ${limit}`);
}

/** The full ids of one of a player's sessions, or of all ('all'), locked until the transaction ends. */
export async function sessionsToEnd(tx: Tx, playerId: string, which: string): Promise<string[]> {
  const one = which === 'all' ? sql`` : sql`and left(id, 16) = ${which}`;
  const found = await tx.many<{ id: string }>(sql`
    select id from sessions where player_id = ${playerId} ${one} order by id for update`);
  return found.map((session) => session.id);
}

export async function endSessionsByIds(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from sessions where id = any(${ids}::text[])`);
}

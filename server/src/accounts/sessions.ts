/**
 * Sessions: the SQL of `sessions` and `openid_nonces`, and the player behind a token.
 *
 * Invariants: the database holds only sha256 of a token. A session never lives past 30 days nor through 7 idle ones. An ended session is
 * invalid at once, because every request looks it up.
 */
import { createHash } from 'node:crypto';
import { isStaff, type Status } from '@fairpot/contract/wire/permissions';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import type { ResolveSession } from '../platform/http/session.ts';
import type { Deps } from '../platform/process/deps.ts';
import { makeBatcher } from '../platform/runner/batches.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import {
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  SESSION_TOUCH_MS,
  sessionLives,
  staffSessionLives,
  type StaffTimes,
} from './rules.ts';

const MINUTE_MS = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Hex of sha256(token): the session's id in the database. Null for text that cannot be a token of ours. */
export function sessionIdOf(token: string): string | null {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}

export interface NewSession {
  readonly id: string;
  readonly playerId: string;
  readonly userAgent: string;
  readonly ipHash: string;
}

export async function insertSession(tx: Tx, session: NewSession, now: number): Promise<void> {
  await tx.run(sql`
    insert into sessions (id, player_id, created_at, last_seen_at, expires_at, user_agent, ip_hash)
    values (${session.id}, ${session.playerId}, ${now}, ${now}, ${now + SESSION_ABSOLUTE_MS}, ${session.userAgent},
      ${session.ipHash})`);
}

/** A session with its player's current data: status and age are read with it, so that a change counts at once. */
export interface LiveSession {
  readonly sessionId: string;
  readonly playerId: string;
  readonly status: Status;
  readonly isFake: boolean;
  readonly ageConfirmed: boolean;
  /** When it was created by a sign-in. */
  readonly createdAt: number;
  readonly isClosing: boolean;
  /** For staff: when the session last gave a code of their authenticator; null: never. */
  readonly codeAt: number | null;
  /** For staff: whether codes are on for them; live requires codes in any case. */
  readonly hasCodes: boolean;
}

/** The sessions of these ids, in their order; null where there is none (any more). Records their use, each at most every five minutes. */
export async function liveSessions(
  db: Db,
  ids: readonly string[],
  now: number,
  mode: 'demo' | 'live',
): Promise<(LiveSession | null)[]> {
  const rows = await db.many<LiveSession & { lastSeenAt: number; expiresAt: number }>(sql`
    select s.id as "sessionId", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
      s.expires_at as "expiresAt", p.id as "playerId", p.status, p.is_fake as "isFake",
      p.age_confirmed_at is not null as "ageConfirmed", p.closing_at is not null as "isClosing",
      s.code_at as "codeAt",
      (p.status <> 'USER' and exists (
        select 1 from staff_codes c where c.player_id = p.id and c.confirmed_at is not null)) as "hasCodes"
    from sessions s join players p on p.id = s.player_id where s.id = any(${ids}::text[])
      and p.erased_at is null`);
  const short = mode === 'live' && rows.some(({ status }) => isStaff(status)) ? await staffTimes(db) : null;
  const living = rows.filter(
    (row) => sessionLives(row, now) && (short === null || !isStaff(row.status) || staffSessionLives(row, now, short)),
  );
  const unnoted = living.filter((row) => now - row.lastSeenAt >= SESSION_TOUCH_MS).map((row) => row.sessionId);
  if (unnoted.length > 0) await touchSessions(db, unnoted, now);
  const found = new Map(living.map((row) => [row.sessionId, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (row === undefined) return null;
    const { sessionId, playerId, status, isFake, ageConfirmed, isClosing, createdAt, codeAt, hasCodes } = row;
    return { sessionId, playerId, status, isFake, ageConfirmed, isClosing, createdAt, codeAt, hasCodes };
  });
}

async function staffTimes(db: Db): Promise<StaffTimes> {
  const set = await readSettings(db, SITE_SETTINGS);
  return { absoluteMs: set['staff.sessionMinutes'] * MINUTE_MS, idleMs: set['staff.idleMinutes'] * MINUTE_MS };
}

/** In the order of ids: two nodes may update the same sessions. */
async function touchSessions(db: Db, ids: readonly string[], now: number): Promise<void> {
  await db.run(sql`
    update sessions set last_seen_at = ${now} where id in (
      select id from sessions where id = any(${ids}::text[]) and last_seen_at < ${now}
      order by id for no key update skip locked)`);
}

/** Ends sessions. Returns those that existed. */
export function deleteSessions(tx: Tx, which: { sessionId: string } | { playerId: string }): Promise<{ id: string }[]> {
  return tx.many<{ id: string }>(
    'sessionId' in which
      ? sql`delete from sessions where id = ${which.sessionId} returning id`
      : sql`delete from sessions where player_id = ${which.playerId} returning id`,
  );
}

/** Claims an answer of the sign-in provider; false when it was claimed before, whatever the provider says about it. */
export async function claimNonce(tx: Tx, nonce: string, now: number): Promise<boolean> {
  const claimed = await tx.run(sql`
    insert into openid_nonces (nonce, claimed_at) values (${nonce}, ${now}) on conflict (nonce) do nothing`);
  return claimed === 1;
}

/** Older nonces have long been refused because of their own date. */
const NONCE_KEEP_MS = 60 * 60 * 1000;
const SWEEP_ROWS = 1_000;

/** Deletes expired sessions and outdated nonces. Returns how many rows. */
export async function forgetOld(db: Db, now: number): Promise<number> {
  // One condition per statement, by its own index, and an array of ids: a join with a subquery would scan the whole table.
  const expired = await db.run(sql`
    delete from sessions where id = any(array(
      select id from sessions where expires_at <= ${now} order by expires_at
      limit ${SWEEP_ROWS} for update skip locked))`);
  const idle = await db.run(sql`
    delete from sessions where id = any(array(
      select id from sessions where last_seen_at <= ${now - SESSION_IDLE_MS} order by last_seen_at
      limit ${SWEEP_ROWS} for update skip locked))`);
  const nonces = await db.run(sql`
    delete from openid_nonces where nonce = any(array(
      select nonce from openid_nonces where claimed_at < ${now - NONCE_KEEP_MS} order by claimed_at
      limit ${SWEEP_ROWS} for update skip locked))`);
  return expired + idle + nonces;
}

/** Concurrent session lookups share one query, at most this many at a time. */
const MOST_SESSIONS = 128;

/** Resolves a session token to its player, each time anew: a changed status, age or ban counts at once. */
export function sessionResolver(deps: Pick<Deps, 'db' | 'clock' | 'config'>): ResolveSession {
  const lookUp = makeBatcher({
    maxItems: MOST_SESSIONS,
    ownerOf: (id: string) => id,
    run: (ids) => liveSessions(deps.db, ids, deps.clock.now(), deps.config.mode),
  });
  return async (token) => {
    const id = sessionIdOf(token);
    const session = id === null ? null : await lookUp(id);
    if (session === null) return null;
    const { sessionId, playerId, status, isFake, ageConfirmed, isClosing, createdAt: signedInAt } = session;
    const person = { kind: 'player', id: playerId, status, isBot: isFake, ageConfirmed, isClosing } as const;
    const actor = { ...person, signedInAt, sessionId };
    const { codeAt, hasCodes } = session;
    return { sessionId, actor: hasCodes || codeAt !== null ? { ...actor, codeAt } : actor };
  };
}

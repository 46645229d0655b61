/**
 * Decisions about accounts that need no database: badges, how long a session lasts, and the experience of a settled round. Pure; called by
 * this folder and by tests.
 */
import { createHmac } from 'node:crypto';
import { isStaff, type Status } from '@fairpot/contract/wire/permissions';
import type { Badge } from '@fairpot/contract/user/schemas';

/** A session ends this long after its sign-in, whatever happens (security 1.1 G6). */
export const SESSION_ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000;
/** A session ends this long after its last use. */
export const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000;
/** `last_seen_at` is written at most this often: a page view must not cost a write each time. */
export const SESSION_TOUCH_MS = 5 * 60 * 1000;

/**
 * Recognises "the same place, or browser, as before" without storing it; `key` is the player's own, and without it the hash is useless.
 */
export function hashWith(key: Uint8Array, what: string): string {
  return createHmac('sha256', key).update(what).digest('hex').slice(0, 32);
}

/** The badge beside a name (rulings 1.4, 1.5). */
export function badgeOf(player: { readonly isFake: boolean; readonly status: Status }): Badge {
  if (player.isFake) return 'BOT';
  return isStaff(player.status) ? 'STAFF' : null;
}

/** Whole experience points: the hundredths are summed first and floored once, so that no order of games loses any. */
export function experienceOf(xpHundredths: number): number {
  return Math.floor(xpHundredths / 100);
}

export interface SessionTimes {
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** True while the session is valid: before its end (exclusive), and not idle for too long. */
export function sessionLives(session: SessionTimes, now: number): boolean {
  return now < session.expiresAt && now < session.lastSeenAt + SESSION_IDLE_MS;
}

/** How long a staff session is valid in live (settings staff.sessionMinutes, staff.idleMinutes). */
export interface StaffTimes {
  readonly absoluteMs: number;
  readonly idleMs: number;
}

/**
 * Like `sessionLives`, with the shorter times of staff in live. Uses are recorded every SESSION_TOUCH_MS at most, so idle time is that much
 * longer.
 */
export function staffSessionLives({ createdAt, lastSeenAt }: SessionTimes, now: number, short: StaffTimes): boolean {
  return now < createdAt + short.absoluteMs && now < lastSeenAt + short.idleMs + SESSION_TOUCH_MS;
}

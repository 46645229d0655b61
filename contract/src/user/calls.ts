/**
 * Accounts on the wire: the signed-in user, the public face of any player, statistics, and the calls of the session.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/**
 * A cookie that page scripts can read: this browser was signed in. It proves nothing and grants no access; a client
 * without it skips GET /user, which would return 401.
 */
export const SIGNED_IN_MARK = 'fp_signed_in';

/** level = floor(experience / 100) (spec 9). */
export function levelOf(experience: number): number {
  return Math.floor(experience / 100);
}

/** The bar's fill in percent: experience mod 100, plus one (spec 2). */
export function levelProgress(experience: number): number {
  return (experience % 100) + 1;
}

/** Lower bounds of the level tiers above the first (spec 2). */
export const LEVEL_TIERS = [10, 20, 30, 40, 60, 70, 80, 90, 100] as const;

/** Rank 0 (below level 10) to 9 (level 100 and up). */
export function rankOf(level: number): number {
  return LEVEL_TIERS.filter((bound) => level >= bound).length;
}

export const getUser = queryAt('user.get', '/user');
export const confirmAge = commandAt('user.confirmAge', '/user/confirm-age');

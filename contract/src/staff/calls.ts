/** The staff desk: limits and instants that server and client share, and its own calls. Those of other rooms are in their files. */
import { commandAt, queryAt } from '../wire/call.ts';

/** Characters of a reason, without the blanks around it. */
export const WHY_LEAST = 3;
export const WHY_MOST = 300;

/** A code counts as fresh for so long: what moves money or roles asks for a new one after it. */
export const STAFF_CODE_FRESH_MS = 5 * 60 * 1000;

export const listStaffActs = queryAt('staff.acts', '/admin/acts');

/** So many wrong codes close an authenticator, for so long after the last of them. */
export const STAFF_CODE_TRIES = 3;
export const STAFF_CODE_CLOSED_MS = 30 * 60 * 1000;

export const staffCodes = queryAt('staff.codes', '/staff/codes');
export const beginStaffCodes = commandAt('staff.beginCodes', '/staff/codes/begin');
export const begunStaffCodes = queryAt('staff.begunCodes', '/staff/codes/begun');
export const giveStaffCode = commandAt('staff.giveCode', '/staff/codes/give');
export const resetStaffCodes = commandAt('staff.resetCodes', '/admin/codes/reset');

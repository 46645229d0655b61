/**
 * The staff desk: limits and instants that server and client share, and its own calls. Those of other rooms are in
 * their files.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** How long a code counts as fresh: actions on money or roles require a new one after that. */
export const STAFF_CODE_FRESH_MS = 5 * 60 * 1000;

export const listStaffActs = queryAt('staff.acts', '/admin/acts');

/** This many wrong codes lock an authenticator, for this long after the last one. */
export const STAFF_CODE_TRIES = 3;
export const STAFF_CODE_CLOSED_MS = 30 * 60 * 1000;

export const staffCodes = queryAt('staff.codes', '/staff/codes');
export const setUpAuthenticator = commandAt('staff.beginCodes', '/staff/codes/begin');
export const getUnconfirmedAuthenticator = queryAt('staff.begunCodes', '/staff/codes/begun');
export const submitStaffCode = commandAt('staff.giveCode', '/staff/codes/give');
export const resetStaffCodes = commandAt('staff.resetCodes', '/admin/codes/reset');

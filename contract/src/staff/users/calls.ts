/** What staff see of a player, and the actions they can take. */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Rows per page. */
export const USERS_PAGE = 30;
export const NOTE_MAX_LENGTH = 1_000;
/** Time for a second ADMIN to approve a new one. */
export const ADMIN_PROPOSAL_MS = 24 * 60 * 60 * 1000;

export const searchUsers = queryAt('users.search', '/admin/users');
export const getStaffUser = queryAt('users.get', '/admin/users/:userId');
export const listUserMovements = queryAt('users.movements', '/admin/users/:userId/movements');
export const listUserItems = queryAt('users.items', '/admin/users/:userId/items');
export const listUserItemMoves = queryAt('users.itemMoves', '/admin/users/:userId/itemmoves');
export const listUserRounds = queryAt('users.rounds', '/admin/users/:userId/rounds');
export const listUserTrades = queryAt('users.trades', '/admin/users/:userId/trades');
export const listUserCryptoOrders = queryAt('users.cryptoOrders', '/admin/users/:userId/crypto');
export const listUserCryptoWithdrawals = queryAt('users.cryptoWithdrawals', '/admin/users/:userId/cryptowithdrawals');
export const listUserTickets = queryAt('users.tickets', '/admin/users/:userId/tickets');
export const getUserLimits = queryAt('users.limits', '/admin/users/:userId/limits');
export const listUserSessions = queryAt('users.sessions', '/admin/users/:userId/sessions');
export const listUserNotes = queryAt('users.notes', '/admin/users/:userId/notes');
export const addUserNote = commandAt('users.addNote', '/admin/users/note');
export const endUserSessions = commandAt('users.endSessions', '/admin/users/end-sessions');
export const setUserStatus = commandAt('users.setStatus', '/admin/users/status');

/** The queries of a player's page at the staff desk: each list's first page, and one far behind it. */
import { getUserProtection } from '@fairpot/contract/operations/risk/schemas';
import {
  getStaffUser,
  getUserLimits,
  listUserCryptoOrders,
  listUserCryptoWithdrawals,
  listUserItemMoves,
  listUserItems,
  listUserMovements,
  listUserNotes,
  listUserRounds,
  listUserSessions,
  listUserTickets,
  listUserTrades,
  searchUsers,
} from '@fairpot/contract/staff/users/schemas';
import { queryCase } from './query-case.ts';
import type { QueryCase } from './case.ts';
import {
  before,
  CRYPTO_ORDER,
  CRYPTO_WITHDRAWAL,
  far,
  MIDST,
  ofPlayer,
  ROUND,
  START,
  TICKET,
  TRADE,
} from './places.ts';

export const USER_CASES: readonly QueryCase[] = [
  queryCase(searchUsers, { by: 'name', text: '' }, { limit: 50, finds: ({ users }) => users.length }),
  queryCase(searchUsers, ({ player }) => ({ by: 'name' as const, text: 'p', after: player.id }), {
    variant: 'behind a name',
    limit: 50,
  }),
  queryCase(searchUsers, ({ player }) => ({ by: 'id' as const, text: player.id }), {
    variant: 'one',
    limit: 10,
    finds: ({ users }) => users.length,
  }),
  queryCase(getStaffUser, ofPlayer, { limit: 10 }),
  queryCase(listUserMovements, ofPlayer, { limit: 120, finds: ({ movements }) => movements.length }),
  queryCase(listUserItems, ofPlayer, { limit: 50 }),
  queryCase(listUserRounds, ofPlayer, { limit: 60, finds: ({ rounds }) => rounds.length }),
  queryCase(listUserTrades, ofPlayer, { limit: 20, finds: ({ orders }) => orders.length }),
  queryCase(listUserCryptoOrders, ofPlayer, { limit: 20, perThing: 110, finds: (orders) => orders.length }),
  queryCase(listUserCryptoWithdrawals, ofPlayer, { limit: 20, finds: (found) => found.length }),
  queryCase(listUserMovements, before(`trf_7${String(50_000).padStart(25, '0')}`), {
    ...far,
    limit: 120,
    finds: ({ movements }) => movements.length,
  }),
  queryCase(listUserRounds, before(`${START - 35_000 * 60_000}.${ROUND}`), {
    ...far,
    limit: 60,
    finds: ({ rounds }) => rounds.length,
  }),
  queryCase(listUserTrades, before(TRADE), { ...far, limit: 20, finds: ({ orders }) => orders.length }),
  queryCase(listUserCryptoOrders, before(CRYPTO_ORDER), {
    ...far,
    limit: 20,
    perThing: 110,
    finds: (orders) => orders.length,
  }),
  queryCase(listUserCryptoWithdrawals, before(CRYPTO_WITHDRAWAL), {
    ...far,
    limit: 20,
    finds: (found) => found.length,
  }),
  queryCase(listUserItemMoves, ofPlayer, { limit: 51, finds: ({ movements }) => movements.length }),
  queryCase(listUserItemMoves, before(`${MIDST}.m.1`), {
    ...far,
    limit: 51,
    finds: ({ movements }) => movements.length,
  }),
  queryCase(listUserTickets, ofPlayer, { limit: 42, finds: ({ tickets }) => tickets.length }),
  queryCase(listUserTickets, before(TICKET), { ...far, limit: 42, finds: ({ tickets }) => tickets.length }),
  queryCase(getUserLimits, ofPlayer, { limit: 9 }),
  queryCase(listUserSessions, ofPlayer, { limit: 100, finds: ({ sessions }) => sessions.length }),
  queryCase(listUserNotes, ofPlayer, { limit: 30, finds: ({ notes }) => notes.length }),
  queryCase(listUserNotes, ({ player }) => ({ userId: player.id, before: 50_000 }), {
    ...far,
    limit: 30,
    finds: ({ notes }) => notes.length,
  }),
  queryCase(getUserProtection, ofPlayer, { limit: 40, finds: ({ flags }) => flags.length }),
  queryCase(getUserProtection, ({ player }) => ({ userId: player.id, before: 50_000 }), {
    ...far,
    limit: 40,
    finds: ({ flags }) => flags.length,
  }),
];

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
import { asking } from './asking.ts';
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
  asking(searchUsers, { by: 'name', text: '' }, { limit: 50, finds: ({ users }) => users.length }),
  asking(searchUsers, ({ player }) => ({ by: 'name' as const, text: 'p', after: player.id }), {
    variant: 'behind a name',
    limit: 50,
  }),
  asking(searchUsers, ({ player }) => ({ by: 'id' as const, text: player.id }), {
    variant: 'one',
    limit: 10,
    finds: ({ users }) => users.length,
  }),
  asking(getStaffUser, ofPlayer, { limit: 10 }),
  asking(listUserMovements, ofPlayer, { limit: 120, finds: ({ movements }) => movements.length }),
  asking(listUserItems, ofPlayer, { limit: 50 }),
  asking(listUserRounds, ofPlayer, { limit: 60, finds: ({ rounds }) => rounds.length }),
  asking(listUserTrades, ofPlayer, { limit: 20, finds: ({ orders }) => orders.length }),
  asking(listUserCryptoOrders, ofPlayer, { limit: 20, perThing: 110, finds: (orders) => orders.length }),
  asking(listUserCryptoWithdrawals, ofPlayer, { limit: 20, finds: (found) => found.length }),
  asking(listUserMovements, before(`trf_7${String(50_000).padStart(25, '0')}`), {
    ...far,
    limit: 120,
    finds: ({ movements }) => movements.length,
  }),
  asking(listUserRounds, before(`${START - 35_000 * 60_000}.${ROUND}`), {
    ...far,
    limit: 60,
    finds: ({ rounds }) => rounds.length,
  }),
  asking(listUserTrades, before(TRADE), { ...far, limit: 20, finds: ({ orders }) => orders.length }),
  asking(listUserCryptoOrders, before(CRYPTO_ORDER), {
    ...far,
    limit: 20,
    perThing: 110,
    finds: (orders) => orders.length,
  }),
  asking(listUserCryptoWithdrawals, before(CRYPTO_WITHDRAWAL), { ...far, limit: 20, finds: (found) => found.length }),
  asking(listUserItemMoves, ofPlayer, { limit: 51, finds: ({ movements }) => movements.length }),
  asking(listUserItemMoves, before(`${MIDST}.m.1`), { ...far, limit: 51, finds: ({ movements }) => movements.length }),
  asking(listUserTickets, ofPlayer, { limit: 42, finds: ({ tickets }) => tickets.length }),
  asking(listUserTickets, before(TICKET), { ...far, limit: 42, finds: ({ tickets }) => tickets.length }),
  asking(getUserLimits, ofPlayer, { limit: 9 }),
  asking(listUserSessions, ofPlayer, { limit: 100, finds: ({ sessions }) => sessions.length }),
  asking(listUserNotes, ofPlayer, { limit: 30, finds: ({ notes }) => notes.length }),
  asking(listUserNotes, ({ player }) => ({ userId: player.id, before: 50_000 }), {
    ...far,
    limit: 30,
    finds: ({ notes }) => notes.length,
  }),
  asking(getUserProtection, ofPlayer, { limit: 40, finds: ({ flags }) => flags.length }),
  asking(getUserProtection, ({ player }) => ({ userId: player.id, before: 50_000 }), {
    ...far,
    limit: 40,
    finds: ({ flags }) => flags.length,
  }),
];

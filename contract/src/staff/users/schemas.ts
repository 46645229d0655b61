/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as users from './calls.ts';
import { command, query, StaffReason } from '../../wire/call.schemas.ts';
import { listCryptoOrders, CryptoOrderId } from '../../crypto/schemas.ts';
import { CryptoWithdrawalId, listCryptoWithdrawals } from '../../crypto/withdrawals/schemas.ts';
import { ProvableGame } from '../../fair/schemas.ts';
import { idSchema, PlayerId, RoundId } from '../../wire/ids.schemas.ts';
import { siteInventory } from '../../inventory/schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';
import { StatusSchema } from '../../wire/permissions.schemas.ts';
import { listHistory } from '../../profile/schemas.ts';
import { Protection } from '../../protection/schemas.ts';
import { StaffTicket, TicketId } from '../../support/schemas.ts';
import { listTradeOrders, TradeId } from '../../trades/schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

/** A player as the desk lists them. */
const DeskUser = PublicUser.extend({ status: StatusSchema, createdAt: z.number().int() });
export type DeskUser = z.infer<typeof DeskUser>;

const ofUser = { userId: PlayerId };
const Instant = z.number().int();

export const searchUsers = query({
  ...users.searchUsers,
  summary:
    'Players by the beginning of their name, by a SteamID in any form, or by id; names in their order, paged by keyset',
  permission: 'tickets',
  input: z.strictObject({
    by: z.enum(['name', 'steamid', 'id']),
    /** Surrounding blanks are ignored; '' sorted by name lists everyone. */
    text: z.string().max(100),
    after: PlayerId.optional(),
  }),
  output: z.object({ users: z.array(DeskUser), next: PlayerId.nullable() }),
  refusals: ['STEAMID_UNKNOWN'],
});

export const getStaffUser = query({
  ...users.getStaffUser,
  summary: 'One player: profile, holdings, results',
  permission: 'tickets',
  input: z.strictObject(ofUser),
  output: z.object({
    user: DeskUser,
    ageConfirmedAt: Instant.nullable(),
    hasTradeLink: z.boolean(),
    balanceUsd: UsdSchema,
    balanceUsdHold: UsdSchema,
    stakedUsd: UsdSchema,
    netUsd: UsdSchema,
    roundsPlayed: z.number().int(),
    /** For staff: whether an authenticator is set up. */
    hasCodes: z.boolean(),
    /** An ADMIN proposed this player as ADMIN; another one has to approve within a day. */
    proposal: z.object({ by: PublicUser, at: Instant, until: Instant }).nullable(),
  }),
});

export const UserMovement = z.object({
  id: idSchema('transfer'),
  at: Instant,
  /** Why the money moved: DEPOSIT, ESCROW_HOLD, ... */
  code: z.string(),
  /** The round, order or request behind it. */
  ref: z.string(),
  /** Change of the spendable and of the reserved balance. */
  cashUsd: UsdSchema,
  holdUsd: UsdSchema,
});
export type UserMovement = z.infer<typeof UserMovement>;

export const listUserMovements = query({
  ...users.listUserMovements,
  summary: 'Movements of a player’s money, newest first; `before` pages by keyset',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: idSchema('transfer').optional() }),
  output: z.object({ movements: z.array(UserMovement), next: idSchema('transfer').nullable() }),
});

export const listUserItems = query({
  ...users.listUserItems,
  summary: 'Available items of a player, most expensive first',
  permission: 'tickets',
  input: z.strictObject(ofUser),
  output: siteInventory.output,
});

export const listUserItemMoves = query({
  ...users.listUserItemMoves,
  summary:
    'Movements of a player’s items, newest first, winnings only after the screens have shown them; ' +
    '`before` pages by keyset',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: listHistory.input.shape.before }),
  output: listHistory.output,
});

const PlayedRoundCursor = z.string().regex(/^\d{1,16}\.rnd_[0-9a-hjkmnp-tv-z]{26}$/);
export const UserRound = z.object({
  roundId: RoundId,
  game: ProvableGame,
  at: Instant,
  won: z.boolean(),
  stakedUsd: UsdSchema,
  wonUsd: UsdSchema,
  feeUsd: UsdSchema,
});
export type UserRound = z.infer<typeof UserRound>;

export const listUserRounds = query({
  ...users.listUserRounds,
  summary:
    'Settled rounds of a player, newest first, each only after the screens have shown it; `before` pages by keyset',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: PlayedRoundCursor.optional() }),
  output: z.object({ rounds: z.array(UserRound), next: PlayedRoundCursor.nullable() }),
});

export const listUserTrades = query({
  ...users.listUserTrades,
  summary: 'Trade orders of a player, newest first, 20 at a time',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: TradeId.optional() }),
  output: listTradeOrders.output,
});

export const listUserCryptoOrders = query({
  ...users.listUserCryptoOrders,
  summary: 'Deposits by crypto of a player, newest first, 20 at a time',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: CryptoOrderId.optional() }),
  output: listCryptoOrders.output,
});

export const listUserCryptoWithdrawals = query({
  ...users.listUserCryptoWithdrawals,
  summary: 'Withdrawals by crypto of a player, newest first, 20 at a time',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: CryptoWithdrawalId.optional() }),
  output: listCryptoWithdrawals.output,
});

export const listUserTickets = query({
  ...users.listUserTickets,
  summary: 'Tickets of a player, newest first, as the queue shows them; `before` pages by keyset',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: TicketId.optional() }),
  output: z.object({ tickets: z.array(StaffTicket), next: TicketId.nullable() }),
});

export const getUserLimits = query({
  ...users.getUserLimits,
  summary: 'A player’s limits and their use, break or exclusion, reality check: ' + 'as the player sees them',
  permission: 'tickets',
  input: z.strictObject(ofUser),
  output: Protection,
});

export const UserSession = z.object({
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  userAgent: z.string(),
  /** Equal text for an equal address, and nothing else about it. */
  place: z.string(),
});
export type UserSession = z.infer<typeof UserSession>;

export const listUserSessions = query({
  ...users.listUserSessions,
  summary: 'Open sessions of a player, most recently used first, 100 at most',
  permission: 'moderate',
  input: z.strictObject(ofUser),
  output: z.object({ sessions: z.array(UserSession) }),
});

export const UserNote = z.object({ id: z.number().int(), author: PublicUser, note: z.string(), at: Instant });
export type UserNote = z.infer<typeof UserNote>;

export const listUserNotes = query({
  ...users.listUserNotes,
  summary: 'Staff notes about a player, newest first; `before` pages by keyset',
  permission: 'tickets',
  input: z.strictObject({ ...ofUser, before: z.coerce.number().int().min(1).optional() }),
  output: z.object({ notes: z.array(UserNote), next: z.number().int().nullable() }),
});

export const addUserNote = command({
  ...users.addUserNote,
  summary: 'Add a note about a player for other staff; notes are never changed',
  permission: 'tickets',
  act: true,
  input: z.strictObject({ ...ofUser, note: z.string().trim().min(3).max(users.NOTE_MAX_LENGTH) }),
  output: UserNote,
  refusals: ['NO_PLAYER'],
});

export const endUserSessions = command({
  ...users.endUserSessions,
  summary: 'End all sessions of a player at once; only ADMIN can end those of staff',
  permission: 'moderate',
  act: true,
  input: z.strictObject({ ...ofUser, why: StaffReason }),
  output: z.object({ ended: z.number().int() }),
  refusals: ['NO_PLAYER', 'FORBIDDEN'],
});

export const setUserStatus = command({
  ...users.setUserStatus,
  summary:
    'Change a player’s status, at once, in open sessions too. ' +
    'A new ADMIN needs two: one proposes, another approves within a day. Changing your own status is refused',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({ ...ofUser, status: StatusSchema, why: StaffReason }),
  /** `proposed`: another ADMIN has to approve. */
  output: z.object({ userId: PlayerId, status: StatusSchema, proposed: z.boolean() }),
  refusals: ['NO_PLAYER', 'FORBIDDEN', 'STATUS_SAME'],
});

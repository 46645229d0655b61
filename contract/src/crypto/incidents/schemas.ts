/** Server side of calls.ts: schemas and permissions. */
import { z } from 'zod';
import { COIN_NAMES, NETWORKS } from '../calls.ts';
import * as incidents from './calls.ts';
import { command, query, StaffReason } from '../../wire/call.schemas.ts';
import { PlayerId } from '../../wire/ids.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

const IncidentId = z.number().int().positive();

/** For an open UNSEEN_MONEY: the amount that can be credited, and who requested it. Coins as decimal text. */
const UnseenMoney = z.object({
  address: z.string(),
  /**
   * What the watcher reports for the address; null when it does not (or no longer) report more on the chain than was
   * paid.
   */
  said: z
    .object({
      coinName: z.enum(COIN_NAMES),
      /**
       * Total received by the address on the chain, the sum of its known payments, and the difference, which is
       * credited.
       */
      chainCoin: z.string(),
      paidCoin: z.string(),
      moreCoin: z.string(),
      /** At the current rate; null when there is none. */
      worthUsd: UsdSchema.nullable(),
    })
    .nullable(),
  /**
   * The first of the two staff members; null when no one has requested it. The transaction they named is omitted,
   * because the second one has to find it too.
   */
  asked: z
    .object({
      by: PublicUser,
      at: z.number().int(),
      why: z.string(),
      coinName: z.enum(COIN_NAMES),
      moreCoin: z.string(),
    })
    .nullable(),
});
export type UnseenMoney = z.infer<typeof UnseenMoney>;

export const CryptoIncident = z.object({
  id: IncidentId,
  /** REORG_AFTER_CREDIT, NOT_ON_CHAIN, ... (docs/runbook.md); payouts have their own kinds. */
  kind: z.string(),
  /** Null when it is about a ledger transfer. */
  network: z.enum(NETWORKS).nullable(),
  /** The payment's transaction and index; for an address '' and its index; otherwise the transfer's id and 0. */
  txid: z.string(),
  idx: z.number().int(),
  detail: z.string(),
  /** The owner of the address; null when it has none. */
  user: PublicUser.nullable(),
  at: z.number().int(),
  /** Credits to that address stop until the incident is closed. */
  holds: z.boolean(),
  closedAt: z.number().int().nullable(),
  /** Who closed it and why; null while it is open, and when it closed automatically. */
  closedBy: PublicUser.nullable(),
  why: z.string().nullable(),
  /** Null for every other kind, and after it is closed. */
  unseen: UnseenMoney.nullable(),
});
export type CryptoIncident = z.infer<typeof CryptoIncident>;

export const listCryptoIncidents = query({
  ...incidents.listCryptoIncidents,
  summary: 'Crypto incidents, newest first: the open ones, or with `closed` the others; `before` pages by keyset',
  permission: 'moderate',
  input: z.strictObject({
    closed: z.enum(['true', 'false']).optional(),
    before: z.coerce.number().int().positive().optional(),
  }),
  output: z.object({ incidents: z.array(CryptoIncident) }),
});

export const closeCryptoIncident = command({
  ...incidents.closeCryptoIncident,
  summary: 'Close an investigated incident: credits to its address continue. Who closed it and why is kept permanently',
  permission: 'admin',
  act: true,
  input: z.strictObject({ incidentId: IncidentId, why: StaffReason }),
  output: CryptoIncident,
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
});

export const creditUnseenMoney = command({
  ...incidents.creditUnseenMoney,
  summary:
    'Credit money that only the balance of an address shows: ' +
    'one staff member requests it with its transaction, a second one confirms the same',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({
    incidentId: IncidentId,
    /** The transaction that paid it, 64 hex digits. */
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    why: StaffReason,
  }),
  output: z.object({
    incidentId: IncidentId,
    coinName: z.enum(COIN_NAMES),
    /** Base units on the chain that the known payments do not cover. */
    units: z.string(),
    /** 2: the money is credited and the incident closed. */
    approvals: z.number().int(),
  }),
  refusals: ['NOT_FOUND', 'FORBIDDEN', 'UNSEEN_GONE', 'UNSEEN_TWICE', 'UNSEEN_OTHER'],
});

export const refuseUnseenMoney = command({
  ...incidents.refuseUnseenMoney,
  summary: 'Reject a requested credit, or withdraw your own request: nothing moves, ' + 'and it can be requested again',
  permission: 'admin',
  act: true,
  input: z.strictObject({ incidentId: IncidentId, why: StaffReason }),
  output: z.object({ incidentId: IncidentId }),
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
});

export const CryptoStray = z.object({
  txid: z.string(),
  idx: z.number().int(),
  /** The token's contract. Its name is omitted because anyone can give a token any name. */
  contract: z.string(),
  networkName: z.string(),
  /** In the token's own smallest units; its value is not determined. */
  units: z.string(),
  user: PublicUser,
  at: z.number().int(),
});
export type CryptoStray = z.infer<typeof CryptoStray>;

/** Cursor of a page: instant, transaction, index. */
const StrayPlace = z.string().regex(/^\d{1,16}\.[0-9a-zA-Z]{1,80}\.\d{1,9}$/);

export const listAllCryptoStrays = query({
  ...incidents.listAllCryptoStrays,
  summary: 'Stray tokens at addresses of players, or of one player; newest first, paged by keyset',
  permission: 'tickets',
  input: z.strictObject({ userId: PlayerId.optional(), before: StrayPlace.optional() }),
  output: z.object({ strays: z.array(CryptoStray), next: StrayPlace.nullable() }),
});

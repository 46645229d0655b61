/** What a server needs of calls.ts: schemas, and who may make each call. */
import { z } from 'zod';
import { COIN_NAMES, NETWORKS } from '../calls.ts';
import * as incidents from './calls.ts';
import { command, query, Why } from '../../wire/call.schemas.ts';
import { PlayerId } from '../../wire/ids.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

const IncidentId = z.number().int().positive();

/** Of an open UNSEEN_MONEY: what can be credited, and who asked that it is. Coins as decimal text. */
const UnseenMoney = z.object({
  address: z.string(),
  /** What the watcher says of the address; null: it does not say (any more) that the chain has more than was paid. */
  said: z
    .object({
      coinName: z.enum(COIN_NAMES),
      /** All that the address ever got by the chain, what its payments come to, and the difference, which is what is credited. */
      chainCoin: z.string(),
      paidCoin: z.string(),
      moreCoin: z.string(),
      /** At the rate of now; null while there is none. */
      worthUsd: UsdSchema.nullable(),
    })
    .nullable(),
  /** The first of the two; null: nobody yet. The transaction that they found is left out: the second one has to find it too. */
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
  /** REORG_AFTER_CREDIT, NOT_ON_CHAIN, ... (docs/runbook.md); payouts have some of their own. */
  kind: z.string(),
  /** Null where it is about a transfer of the ledger. */
  network: z.enum(NETWORKS).nullable(),
  /** The payment's transaction and index; of an address '' and its index; else the transfer's id and 0. */
  txid: z.string(),
  idx: z.number().int(),
  detail: z.string(),
  /** Whose address it is about; null: nobody's. */
  user: PublicUser.nullable(),
  at: z.number().int(),
  /** Nothing more is credited to that address until it is closed. */
  holds: z.boolean(),
  closedAt: z.number().int().nullable(),
  /** Who closed it and why; null while it is open, and where it closed by itself. */
  closedBy: PublicUser.nullable(),
  why: z.string().nullable(),
  /** Null for every other kind, and once it is closed. */
  unseen: UnseenMoney.nullable(),
});
export type CryptoIncident = z.infer<typeof CryptoIncident>;

export const listCryptoIncidents = query({
  ...incidents.listCryptoIncidents,
  summary:
    'Incidents of money by crypto, newest first: the open ones, or with `closed` the others; `before` pages by keyset',
  permission: 'moderate',
  input: z.strictObject({
    closed: z.enum(['true', 'false']).optional(),
    before: z.coerce.number().int().positive().optional(),
  }),
  output: z.object({ incidents: z.array(CryptoIncident) }),
});

export const closeCryptoIncident = command({
  ...incidents.closeCryptoIncident,
  summary:
    'Close an incident after it was looked into: credits to its address go on. Who did so and why is kept for ever',
  permission: 'admin',
  act: true,
  input: z.strictObject({ incidentId: IncidentId, why: Why }),
  output: CryptoIncident,
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
});

export const creditUnseenMoney = command({
  ...incidents.creditUnseenMoney,
  summary:
    'Credit what only the balance of an address shows: ' +
    'one of the staff asks with the transaction that brought it, another one says the same',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({
    incidentId: IncidentId,
    /** The transaction that brought it, 64 hex digits. */
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    why: Why,
  }),
  output: z.object({
    incidentId: IncidentId,
    coinName: z.enum(COIN_NAMES),
    /** Base units that the chain has and the payments have not. */
    units: z.string(),
    /** 2: it is credited, and the incident closed. */
    approvals: z.number().int(),
  }),
  refusals: ['NOT_FOUND', 'FORBIDDEN', 'UNSEEN_GONE', 'UNSEEN_TWICE', 'UNSEEN_OTHER'],
});

export const refuseUnseenMoney = command({
  ...incidents.refuseUnseenMoney,
  summary:
    'Say no to what somebody asked to be credited, or take back what one asked for: nothing moves, ' +
    'and it can be asked anew',
  permission: 'admin',
  act: true,
  input: z.strictObject({ incidentId: IncidentId, why: Why }),
  output: z.object({ incidentId: IncidentId }),
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
});

export const CryptoStray = z.object({
  txid: z.string(),
  idx: z.number().int(),
  /** Of the token; its name is left out, as anybody can give a token any name. */
  contract: z.string(),
  networkName: z.string(),
  /** The token's own smallest units; what they are worth is not asked. */
  units: z.string(),
  user: PublicUser,
  at: z.number().int(),
});
export type CryptoStray = z.infer<typeof CryptoStray>;

/** Where a page ends: instant, transaction, index. */
const StrayPlace = z.string().regex(/^\d{1,16}\.[0-9a-zA-Z]{1,80}\.\d{1,9}$/);

export const listAllCryptoStrays = query({
  ...incidents.listAllCryptoStrays,
  summary:
    'Tokens that are not taken and came to addresses of players, or of one player; newest first, paged by keyset',
  permission: 'tickets',
  input: z.strictObject({ userId: PlayerId.optional(), before: StrayPlace.optional() }),
  output: z.object({ strays: z.array(CryptoStray), next: StrayPlace.nullable() }),
});

export const CRYPTO_INCIDENT_CALLS = [
  listCryptoIncidents,
  closeCryptoIncident,
  creditUnseenMoney,
  refuseUnseenMoney,
  listAllCryptoStrays,
] as const;

/** What a server needs of ../crypto-incidents.ts: schemas, and who may make each call. */
import { z } from 'zod';
import { COIN_NAMES, NETWORKS } from '../crypto.ts';
import * as incidents from '../crypto-incidents.ts';
import { command, query, Why } from './call.ts';
import { PublicUser } from './user.ts';

const IncidentId = z.number().int().positive();

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
    'Credit what only the balance of an address shows: one of the staff asks with the transaction that brought it, another one says the same',
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

export const CRYPTO_INCIDENT_CALLS = [listCryptoIncidents, closeCryptoIncident, creditUnseenMoney] as const;

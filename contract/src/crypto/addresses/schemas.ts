/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import { COIN_NAMES, NETWORKS } from '../calls.ts';
import * as book from './calls.ts';
import { command, NoInput, query } from '../../wire/call.schemas.ts';
import { idSchema } from '../../wire/ids.schemas.ts';

export const CryptoAddressId = idSchema('cryptoAddress');
/** Longer than any address of any network. */
const Address = z.string().min(1).max(120);

export const CryptoAddress = z.object({
  id: CryptoAddressId,
  network: z.enum(NETWORKS),
  address: z.string(),
  /** The player's label; '' for none. */
  label: z.string(),
  addedAt: z.number().int(),
  /** The address cannot be used before this time. */
  usableAt: z.number().int(),
});
export type CryptoAddress = z.infer<typeof CryptoAddress>;

/** Body of the fact 'crypto.address' on the player's own topic: fetch the list for the details. */
export const CryptoAddressFact = z.object({
  type: z.literal('crypto.address'),
  addressId: CryptoAddressId,
  version: z.number().int(),
  change: z.enum(['added', 'removed']),
  address: z.string(),
  usableAt: z.number().int(),
});
export type CryptoAddressFact = z.infer<typeof CryptoAddressFact>;

export const listCryptoAddresses = query({
  ...book.listCryptoAddresses,
  summary: 'Your withdrawal addresses, newest first',
  permission: 'session',
  input: NoInput,
  output: z.object({
    addresses: z.array(CryptoAddress),
    /** Waiting time of a new address. */
    holdMs: z.number().int(),
    /** Until when this sign-in is fresh enough to add an address, epoch ms. If in the past, sign in again first. */
    freshUntil: z.number().int(),
  }),
});

export const addCryptoAddress = command({
  ...book.addCryptoAddress,
  summary:
    'Add a withdrawal address: it can be used after a waiting time, and every open page of the player is notified',
  permission: 'player',
  input: z.strictObject({
    /** An address of the named network. */
    coinName: z.enum(COIN_NAMES),
    address: Address,
    label: z.string().trim().max(book.MAX_LABEL_LENGTH).default(''),
  }),
  output: CryptoAddress,
  refusals: ['CRYPTO_ADDRESS', 'SIGN_IN_AGAIN', 'TOO_MANY_CRYPTO_ADDRESSES', 'FORBIDDEN'],
  limit: { max: 10, perMs: 60_000 },
});

export const removeCryptoAddress = command({
  ...book.removeCryptoAddress,
  summary: 'Remove a withdrawal address: nothing more is sent to it. Withdrawals in progress continue',
  permission: 'player',
  input: z.strictObject({ addressId: CryptoAddressId }),
  output: z.object({ addressId: CryptoAddressId }),
  refusals: ['NOT_FOUND'],
});

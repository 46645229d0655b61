/**
 * Deposit addresses are signed by a key that is on no machine of the site: the operator signs them ahead, offline, and each browser
 * checks the one that it shows (threat T20). Whoever changes an address on its way, in the database, on a node, or by a message of
 * somebody from support, has no signature for it. Calls: crypto-signatures' one query says which keys there were.
 */
import { queryAt } from '../../wire/call.ts';
import type { Network } from '../calls.ts';

/** A public Ed25519 key (64 hex digits) that signs addresses; the newest counts. `by`: the signature of the one before it over `addressKeyText`. */
export interface AddressKey {
  readonly key: string;
  readonly by: string | null;
}

/** What is signed of an address (its UTF-8 bytes): nothing else could be read out of it. */
export function addressText(network: Network, address: string): string {
  return ['fairpot deposit address v1', network, address, ''].join('\n');
}

/** What an address key signs of the key that comes after it. */
export function addressKeyText(key: string): string {
  return ['fairpot address key v1', key, ''].join('\n');
}

export const listAddressKeys = queryAt('crypto.keys', '/cryptodeposits/keys');

/**
 * Signatures of deposit addresses. The signing key is on no machine of the site: the operator signs addresses ahead,
 * offline, and each browser checks the one it shows (threat T20). An address replaced in transit, in the database, on a
 * node or in a fake support message has no signature. The one query of crypto-signatures lists the keys.
 */
import { queryAt } from '../../wire/call.ts';
import type { Network } from '../calls.ts';

/**
 * A public Ed25519 key (64 hex digits) that signs addresses; the newest is valid. `by`: signature of the previous key
 * over `addressKeyText`.
 */
export interface AddressKey {
  readonly key: string;
  readonly by: string | null;
}

/** The signed text of an address (its UTF-8 bytes). It has one possible meaning. */
export function addressText(network: Network, address: string): string {
  return ['fairpot deposit address v1', network, address, ''].join('\n');
}

/** The text that an address key signs to introduce its successor. */
export function addressKeyText(key: string): string {
  return ['fairpot address key v1', key, ''].join('\n');
}

export const listAddressKeys = queryAt('crypto.keys', '/cryptodeposits/keys');

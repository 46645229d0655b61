/**
 * Whether a deposit address may be shown: only one that the operator's offline key has signed (threat T20), by the key that this browser
 * has known since it first saw one, or by one that follows it, each signed by the one before. Pure but for the memory of that key.
 */
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';
import { addressKeyText, addressText, type AddressKey } from '@fairpot/contract/crypto/signatures/calls';

/** As `verifies` of the fairness room: Ed25519 over bytes. */
export type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;

export type AddressCheck =
  | { readonly say: 'signed'; readonly key: string }
  /** Why it is not shown, as a sentence. */
  | { readonly say: 'refused'; readonly why: string };

export interface ShownAddress {
  readonly coin: Coin;
  readonly address: string;
  readonly signature: string;
}

/** `known`: the key that this browser trusts since an earlier visit; null at its first. */
export function checkAddress(
  verify: Verify,
  { coin, address, signature }: ShownAddress,
  keys: readonly AddressKey[],
  known: string | null,
): AddressCheck {
  const refused = (why: string): AddressCheck => ({ say: 'refused', why });
  const holds = (key: string, text: string, signed: string | null) =>
    signed !== null && verify(bytesOf(signed), new TextEncoder().encode(text), bytesOf(key));
  const newest = keys.at(-1);
  if (newest === undefined) return refused('The site names no key that signs its addresses.');
  const from = known === null ? 0 : keys.findIndex(({ key }) => key === known);
  if (from < 0)
    return refused('The site’s key is another one than this browser knows, and the old one has not signed it.');
  const chained = keys.slice(from + 1).every(({ key, by }, n) => {
    const before = keys[from + n];
    return before !== undefined && holds(before.key, addressKeyText(key), by);
  });
  if (!chained) return refused('A key of the site is not signed by the one before it.');
  if (!holds(newest.key, addressText(COINS[coin].network, address), signature))
    return refused('The site’s offline key has not signed this address.');
  return { say: 'signed', key: newest.key };
}

/** Bytes of hex; none for what is not hex, which no signature is. */
function bytesOf(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return new Uint8Array();
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const STORED = 'fairpot.addressKey';

/** The key that this browser trusts since an earlier visit. */
export function knownKey(): string | null {
  const stored = localStorage.getItem(STORED);
  return stored !== null && /^[0-9a-f]{64}$/.test(stored) ? stored : null;
}

/** Trusted from now on. */
export function rememberKey(key: string): void {
  localStorage.setItem(STORED, key);
}

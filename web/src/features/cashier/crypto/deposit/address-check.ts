/**
 * Decides whether a deposit address may be shown: only if the operator's offline key signed it (threat T20). The key must be the one that
 * this browser trusts since it first saw one, or a successor in a chain in which each key is signed by the one before. Pure, except for
 * the stored key.
 */
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';
import { addressKeyText, addressText, type AddressKey } from '@fairpot/contract/crypto/signatures/calls';
import { texts as depositTexts } from './texts.ts';

const texts = depositTexts.address;

/** As `verifies` of the fairness room: Ed25519 over bytes. */
export type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;

export type AddressCheck =
  | { readonly state: 'signed'; readonly key: string }
  /** The reason, as a sentence. */
  | { readonly state: 'refused'; readonly why: string };

export interface ShownAddress {
  readonly coin: Coin;
  readonly address: string;
  readonly signature: string;
}

/** `known` is the key that this browser trusts from an earlier visit; null on the first visit. */
export function checkAddress(
  verify: Verify,
  { coin, address, signature }: ShownAddress,
  keys: readonly AddressKey[],
  known: string | null,
): AddressCheck {
  const refused = (why: string): AddressCheck => ({ state: 'refused', why });
  const isSigned = (key: string, text: string, signed: string | null) =>
    signed !== null && verify(bytesOf(signed), new TextEncoder().encode(text), bytesOf(key));
  const newest = keys.at(-1);
  if (newest === undefined) return refused(texts.noKey);
  const from = known === null ? 0 : keys.findIndex(({ key }) => key === known);
  if (from < 0) return refused(texts.otherKey);
  const chained = keys.slice(from + 1).every(({ key, by }, n) => {
    const before = keys[from + n];
    return before !== undefined && isSigned(before.key, addressKeyText(key), by);
  });
  if (!chained) return refused(texts.brokenChain);
  if (!isSigned(newest.key, addressText(COINS[coin].network, address), signature)) return refused(texts.notSigned);
  return { state: 'signed', key: newest.key };
}

/** Bytes of hex; none if the text is not hex, so that no signature verifies. */
function bytesOf(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return new Uint8Array();
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const STORED = 'fairpot.addressKey';

/** The key that this browser trusts from an earlier visit. */
export function knownKey(): string | null {
  const stored = localStorage.getItem(STORED);
  return stored !== null && /^[0-9a-f]{64}$/.test(stored) ? stored : null;
}

/** Trusted from now on. */
export function rememberKey(key: string): void {
  localStorage.setItem(STORED, key);
}

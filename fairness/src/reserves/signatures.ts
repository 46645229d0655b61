/**
 * Proof that someone has the key of an address: an unambiguous text, signed as wallets sign messages, and the key
 * recovered from a signature. Called by the signer, which signs, and by everyone who checks a solvency statement.
 *
 * Invariant: the hashed bytes begin with a mark that no transaction of their chain begins with ("Bitcoin Signed
 * Message", 0x19 "Ethereum Signed Message", 0x19 "TRON Signed Message"), so a signature made here moves no coin. And
 * the text states its purpose, so it proves nothing else.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { concat, fromHex, toHex, utf8 } from '../encoding/bytes.ts';
import { base58check, segwitAddress } from './address-text.ts';
import { reserveText } from './claim.ts';
import type { ReserveClaim, ReserveNetwork } from './claim.ts';
import type { Reserves } from './reserves.ts';

/** The signed hash of a text on this network: 32 bytes. */
export function messageDigest(network: ReserveNetwork, text: string): Uint8Array {
  const message = utf8(text);
  if (network === 'bitcoin') {
    if (message.length > 0xfc) throw new Error('a longer text needs another length prefix');
    const mark = utf8('\u0018Bitcoin Signed Message:\n');
    return sha256(sha256(concat(mark, Uint8Array.of(message.length), message)));
  }
  const mark = network === 'tron' ? 'TRON' : 'Ethereum';
  return keccak_256(concat(utf8(`\u0019${mark} Signed Message:\n${message.length}`), message));
}

/** The address of a public key (33 or 65 bytes) as nodes write it: for Bitcoin, that of native segwit. */
export function addressOfKey(network: ReserveNetwork, publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey);
  if (network === 'bitcoin') return segwitAddress('bc', ripemd160(sha256(point.toBytes(true))));
  const account = keccak_256(point.toBytes(false).subarray(1)).subarray(-20);
  return network === 'tron' ? base58check(concat(Uint8Array.of(0x41), account)) : checksummed(toHex(account));
}

/** Signs the claim with the key of its address, as wallets of the network do. Throws for another address's key. */
export function signReserve(claim: ReserveClaim, key: Uint8Array): string {
  const { network, address } = claim;
  if (addressOfKey(network, secp256k1.getPublicKey(key)) !== address) throw new Error('the key of another address');
  const digest = messageDigest(network, reserveText(claim));
  const [recovery = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  // Native segwit's first header is 39 (BIP 137); the others end in 27 or 28.
  if (network === 'bitcoin') return toBase64(Uint8Array.of(39 + recovery, ...rs));
  return `0x${toHex(Uint8Array.of(...rs, 27 + recovery))}`;
}

/** Whether this is a signature of the address's own key over the claim. Takes any text, valid or not. */
export function isReserveSigned(claim: ReserveClaim, signature: string): boolean {
  try {
    const { network, address } = claim;
    const recovered = recoverable(network, signature);
    const digest = messageDigest(network, reserveText(claim));
    return addressOfKey(network, secp256k1.recoverPublicKey(recovered, digest, { prehash: false })) === address;
  } catch {
    return false;
  }
}

/** The first address whose signature is not of its own key; null when there is none. */
export function signatureProblem({ addresses }: Pick<Reserves, 'addresses'>): string | null {
  const wrong = addresses.find(
    ({ network, address, signed }) =>
      signed !== null && !isReserveSigned({ network, address, ...signed }, signed.signature),
  );
  return wrong ? `reserves: ${wrong.network} ${wrong.address} is not signed by its own key` : null;
}

/** In the curve's form: which of the points, then r and s. Throws for anything else. */
function recoverable(network: ReserveNetwork, signature: string): Uint8Array {
  if (network === 'bitcoin') {
    const bytes = fromBase64(signature);
    const [header = 0] = bytes;
    // 27 to 42: every kind of address of BIP 137, because wallets disagree about the header of native segwit.
    if (bytes.length !== 65 || header < 27 || header > 42) throw new Error('not a signature');
    return concat(Uint8Array.of((header - 27) & 3), bytes.subarray(1));
  }
  const bytes = fromHex(signature.replace(/^0x/, ''));
  const last = bytes[64] ?? 255;
  const recovery = last >= 27 ? last - 27 : last;
  if (bytes.length !== 65 || recovery > 1) throw new Error('not a signature');
  return concat(Uint8Array.of(recovery), bytes.subarray(0, 64));
}

/** With upper-case letters where the hash of the lower-case text says so (ERC-55). */
function checksummed(hex: string): string {
  const hash = toHex(keccak_256(utf8(hex)));
  const digits = [...hex].map((digit, i) => (Number.parseInt(hash[i] ?? '0', 16) > 7 ? digit.toUpperCase() : digit));
  return `0x${digits.join('')}`;
}

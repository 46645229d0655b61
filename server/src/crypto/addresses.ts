/**
 * Derives addresses from an extended public key: child 0/i of the account key, encoded as its network does. Watch-only: a key that could
 * sign is refused. TRON m/44'/195'/0', Ethereum m/44'/60'/0', Bitcoin m/84'/0'/0' (native segwit).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { Network } from '@fairpot/contract/crypto/calls';
import { checksummed } from '../platform/coins/formats.ts';

const base58check = createBase58check(sha256);
const TRON_PREFIX = 0x41;
/** From here on derivation would be hardened, which a public key cannot do. */
const MAX_INDEX = 0x7fffffff;
/** SLIP-132: how wallets encode the account key of native segwit. */
const ZPUB = { public: 0x04b24746, private: 0x04b2430c };
const XPUB = { public: 0x0488b21e, private: 0x0488ade4 };
/** Depth of m/purpose'/coin'/account'. */
const ACCOUNT_DEPTH = 3;

/** Reads an account's extended public key. Throws a readable Error for anything else, including a key that could sign. */
export function readAccountKey(text: string): HDKey {
  if (!/^[xz]pub[1-9A-HJ-NP-Za-km-z]{107}$/.test(text)) throw new Error('is not an extended public key (xpub or zpub)');
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text, text.startsWith('z') ? ZPUB : XPUB);
  } catch {
    throw new Error('is not an extended public key: its checksum is wrong');
  }
  if (key.privateKey !== null) throw new Error('is a private key');
  if (key.depth !== ACCOUNT_DEPTH) throw new Error(`is a key of depth ${key.depth}, not of an account (3)`);
  return key;
}

/** The deposit addresses of one network. */
export interface DepositAddresses {
  /** The address of an index from 0 to 2^31 - 1. It never changes. */
  at(index: number): string;
}

export function depositAddresses(network: Network, xpub: string): DepositAddresses {
  const outer = readAccountKey(xpub).deriveChild(0);
  return {
    at(index) {
      if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) throw new RangeError(`no address ${index}`);
      const { publicKey } = outer.deriveChild(index);
      if (publicKey === null) throw new Error('a child without a public key');
      return ENCODE[network](publicKey);
    },
  };
}

const ENCODE: Readonly<Record<Network, (publicKey: Uint8Array) => string>> = {
  tron: (key) => base58check.encode(Uint8Array.of(TRON_PREFIX, ...accountHash(key))),
  ethereum: (key) => checksummed(bytesToHex(accountHash(key))),
  bitcoin: (key) => bech32.encode('bc', [0, ...bech32.toWords(ripemd160(sha256(key)))]),
};

/** The last 20 bytes of the hash of the uncompressed key, which Ethereum and TRON use as the account. */
function accountHash(publicKey: Uint8Array): Uint8Array {
  return keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20);
}

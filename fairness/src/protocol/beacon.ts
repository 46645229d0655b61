/**
 * drand beacon signatures, verified offline.
 *
 * Called at the reveal and by the verifier; the only file that loads a pairing curve. Invariant: a signature counts in
 * one spelling only, the 48-byte compressed one, and under a key that was pinned before the round.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, isHexOf, uint64be } from '../encoding/bytes.ts';
import type { BeaconTiming } from './schedule.ts';

/** A drand chain: what must be known beforehand to check its rounds. */
export type DrandChain = BeaconTiming & {
  /** Hex of 32 bytes. */
  readonly chainHash: string;
  /** Compressed G2 point, hex of 96 bytes. */
  readonly publicKey: string;
  readonly scheme: 'bls-unchained-g1-rfc9380';
};

/** The production beacon: quicknet of the League of Entropy, one round each 3 s since 2023-08-23. */
export const QUICKNET: DrandChain = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc2' +
    '2b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisMs: 1_692_803_367_000,
  periodMs: 3_000,
  scheme: 'bls-unchained-g1-rfc9380',
};

/** Domain separation tag of the scheme (RFC 9380, G1, random oracle). */
export const DRAND_DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** What the network signs for a round: sha256(uint64be(round)). */
export function drandMessage(round: number): Uint8Array {
  return sha256(uint64be(round));
}

/** Outputs that verified, each by key, round and signature, newest last: the same ones are checked again and again. */
const verified = new Set<string>();
const MAX_VERIFIED = 64;

/**
 * True when `signatureHex` is the chain's signature of `round`. False, never a throw, for anything else: a wrong size,
 * upper case, a point off the curve or its subgroup, another encoding of the same point. Takes about 20 ms, except for
 * a recently verified output: code that follows a beacon meets each of its outputs several times.
 */
export function verifyDrandSignature(chain: DrandChain, round: number, signatureHex: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1) return false;
  if (!isHexOf(signatureHex, 48) || !isHexOf(chain.publicKey, 96)) return false;
  const output = `${chain.publicKey} ${round} ${signatureHex}`;
  if (verified.has(output)) return true;
  if (!isSignatureOf(chain.publicKey, round, signatureHex)) return false;
  if (verified.size >= MAX_VERIFIED) verified.delete(verified.values().next().value ?? '');
  verified.add(output);
  return true;
}

type G1Point = InstanceType<typeof bls12_381.G1.Point>;
type G2Point = InstanceType<typeof bls12_381.G2.Point>;
/** The lines of a Miller loop that follow from its G2 point only. */
type PairingLines = ReturnType<typeof bls12_381.utils.calcPairingPrecomputes>;

const { Point: G2 } = bls12_381.G2;
const linesOf = (point: G2Point): PairingLines => bls12_381.utils.calcPairingPrecomputes(point);

/**
 * The key of the previous call, which is nearly always the same, negated; reading it takes as long as a third of a
 * check.
 */
let lastKey: { readonly text: string; readonly lines: PairingLines } | undefined;
let generator: PairingLines | undefined;

/**
 * Throws for a point off the curve or outside its subgroup (the library's parser checks both), and for the point at
 * infinity.
 */
function negatedKey(publicKey: string): PairingLines {
  if (lastKey?.text === publicKey) return lastKey.lines;
  const point = G2.fromBytes(fromHex(publicKey));
  if (point.is0()) throw new Error('the key of the chain is the point at infinity');
  lastKey = { text: publicKey, lines: linesOf(point.negate()) };
  return lastKey.lines;
}

/**
 * e(hash, -key) e(signature, g2) = 1: the library's `verify` without what it recomputes for every signature of the same
 * key. The library parsed the signature, so it is in the subgroup.
 */
function isPaired(hash: G1Point, signature: G1Point, publicKey: string): boolean {
  const key = negatedKey(publicKey);
  if (signature.is0()) return false; // no pairing is defined there
  generator ??= linesOf(G2.BASE);
  const [h, s] = [hash.toAffine(), signature.toAffine()];
  const { Fp12 } = bls12_381.fields;
  const loops = bls12_381.millerLoopBatch([
    [key, h.x, h.y],
    [generator, s.x, s.y],
  ]);
  return Fp12.eql(Fp12.finalExponentiate(loops), Fp12.ONE);
}

function isSignatureOf(publicKey: string, round: number, signatureHex: string): boolean {
  const bls = bls12_381.shortSignatures;
  try {
    const signature = bls.Signature.fromBytes(fromHex(signatureHex));
    if (signature.toHex(true) !== signatureHex) return false;
    return isPaired(bls.hash(drandMessage(round), DRAND_DST), signature, publicKey);
  } catch {
    // The library throws on bytes that are not a point of the group: that is a verdict here, not a failure.
    return false;
  }
}

/** One output of a chain: its round and the hex of its 48-byte signature. */
export type DrandOutput = { readonly round: number; readonly signature: string };

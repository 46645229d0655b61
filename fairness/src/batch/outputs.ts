/**
 * Many drand outputs of one chain, verified together.
 *
 * Called by the verifier of whole logs (cli/), where it takes about 1 ms per output instead of 20; beacon.ts alone
 * verifies a single round, and the browser never loads this. Invariant: every output it names as valid also passes
 * `verifyDrandSignature`, except with a probability of 2^-127 per list.
 *
 * How: each output gets a random weight w, 81 digits of -1, 0 or 1 in balanced ternary, drawn after the list is known.
 * Over the whole list, S = sum of w * signature and M = sum of w * message, and one pairing equation e(S, g2) = e(M,
 * key) is checked: the small exponents test (Bellare, Garay, Rabin: Fast Batch Verification for Modular Exponentiation
 * and Digital Signatures, EUROCRYPT 1998; for pairings Camenisch, Hohenberger, Pedersen, EUROCRYPT 2007).
 *
 * Why it is sound. Let the list contain an invalid output, and fix the weights of all others.
 * - Its signature is outside the subgroup of prime order r. The curve's order is r times an odd cofactor, so its coset
 *   is not its own negative, and of the digits -1, 0 and 1 in one row at most one brings that row's sum into the
 *   subgroup. Every row's sum is checked for the subgroup: all 81 pass with a probability of at most 3^-81. (In a list
 *   shorter than the rows, each signature is checked for the subgroup instead: then this case cannot occur.)
 * - All signatures are in the subgroup, and this one is not the right one. Two weights differ by less than 3^81 < r, so
 *   at most one weight satisfies the equation: a probability of 3^-81 again.
 * 3^-81 < 2^-128; the two together make 2^-127.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { DrandChain, DrandOutput } from '../protocol/beacon.ts';
import type { Affine } from './affine.ts';
import { randomSums, ROWS } from './combine.ts';
import type { RandomBytes } from './combine.ts';
import { mapMessages } from './map.ts';
import { decodeSignature } from './points.ts';

type Point = InstanceType<typeof bls12_381.G1.Point>;
type PreparedOutput = { readonly output: DrandOutput; readonly signature: Affine; readonly message: Affine };

type ChainKey = InstanceType<typeof bls12_381.G2.Point>;

const { G1, G2, fields } = bls12_381;
/**
 * A copy, because the library's own generator carries a table of multiples that takes as long to build as ten pairings.
 */
const GENERATOR = G2.Point.fromAffine(G2.Point.BASE.toAffine());

/** Below this number a single check is as fast: the rows cost as much as three signatures. */
export const FEWEST = 8;

/**
 * The outputs that are shown to be valid. One that is missing may still be valid: lists of fewer than 8, and the
 * neighbours of an invalid output, are left to `verifyDrandSignature`. Never throws because of an output's content.
 */
export function heldOutputs(
  chain: DrandChain,
  outputs: readonly DrandOutput[],
  random: RandomBytes,
): ReadonlySet<DrandOutput> {
  const decoded = outputs
    .filter(({ round }) => Number.isSafeInteger(round) && round >= 1)
    .map((output) => ({ output, signature: decodeSignature(output.signature) }))
    .filter(({ signature }) => signature !== null);
  if (decoded.length < FEWEST) return new Set();
  const key = keyOf(chain);
  if (key === null) return new Set();
  const messages = mapMessages(decoded.map(({ output }) => output.round));
  const prepared = decoded.map((each, i) => ({ ...each, message: messages[i] ?? null }));
  return new Set(heldOf(prepared, key, random).map(({ output }) => output));
}

/** The list if it holds; otherwise the valid outputs of its halves. */
function heldOf(list: readonly PreparedOutput[], key: ChainKey, random: RandomBytes): readonly PreparedOutput[] {
  if (list.length < FEWEST) return [];
  if (allHold(list, key, random)) return list;
  const half = list.length >> 1;
  return [...heldOf(list.slice(0, half), key, random), ...heldOf(list.slice(half), key, random)];
}

function allHold(list: readonly PreparedOutput[], key: ChainKey, random: RandomBytes): boolean {
  const lists = [list.map(({ signature }) => signature), list.map(({ message }) => message)];
  const [signatures = [], messages = []] = randomSums(lists, random).map((rows) => rows.map(toPoint));
  // With fewer signatures than rows each one is checked: that is cheaper, and involves no probability.
  const inSubgroup = list.length < ROWS ? list.map(({ signature }) => toPoint(signature)) : signatures;
  if (!inSubgroup.every((point) => point.isTorsionFree())) return false;
  try {
    const product = bls12_381.pairingBatch([
      { g1: weigh(signatures), g2: GENERATOR },
      { g1: weigh(messages).clearCofactor(), g2: key.negate() },
    ]);
    return fields.Fp12.eql(product, fields.Fp12.ONE);
  } catch {
    // The library throws on a sum at infinity. That proves nothing about the outputs: they are verified in smaller
    // lists.
    return false;
  }
}

function toPoint(point: Affine): Point {
  return point === null ? G1.Point.ZERO : G1.Point.fromAffine(point);
}

/** From the sums of the rows to that of the weights: row i has the weight 3^i. */
function weigh(rows: readonly Point[]): Point {
  return rows.reduceRight((sum, row) => sum.double().add(sum).add(row), G1.Point.ZERO);
}

/** Null for an invalid key: then `verifyDrandSignature` refuses every output. */
function keyOf(chain: DrandChain): ChainKey | null {
  try {
    const key = G2.Point.fromHex(chain.publicKey);
    return key.toHex(true) === chain.publicKey && !key.is0() ? key : null;
  } catch {
    return null;
  }
}

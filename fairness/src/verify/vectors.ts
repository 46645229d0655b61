/**
 * Golden vectors of rounds: inputs and results of the protocol, written by a second implementation.
 *
 * Used by the tests and by `fairpot-verify --vectors`. A vector checks arithmetic only: its signatures and seals are
 * arbitrary bytes and its rounds need not follow the formula. Real seals have vectors of their own (seal-vectors.ts).
 */
import { toHex } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { firstDifference } from './diff.ts';
import { commitmentOf } from '../protocol/commitment.ts';
import { deriveKey } from '../protocol/derive.ts';
import { parseLock } from '../protocol/lock.ts';
import type { Lock } from '../protocol/lock.ts';
import { outcomeOf } from '../games/outcome.ts';
import { readArray, readHex, readObject, readText, ShapeError } from '../encoding/shape.ts';

/** One vector of a round; `outcome` is compared field by field. */
export type GoldenVector = {
  readonly secret: string;
  readonly lock: Lock;
  readonly lockCanonical: string;
  readonly drandSignature: string;
  readonly key: string;
  readonly outcome: unknown;
};

const FIELDS = ['secret', 'lock', 'lockCanonical', 'drandSignature', 'key', 'outcome'] as const;

/** Reads a file of vectors; throws a ShapeError that names the first wrong field. */
export function parseVectors(value: unknown): GoldenVector[] {
  return readArray(value, 'vectors', 1, (each, path) => {
    const fields = readObject(each, path, FIELDS);
    const { outcome } = fields;
    if (typeof outcome !== 'object' || outcome === null) throw new ShapeError(`${path}.outcome`, 'not an object');
    const lock = parseLock(fields['lock'], `${path}.lock`);
    return {
      secret: readText(fields['secret'], `${path}.secret`),
      lock,
      lockCanonical: readText(fields['lockCanonical'], `${path}.lockCanonical`, Number.MAX_SAFE_INTEGER),
      drandSignature: readHex(fields['drandSignature'], `${path}.drandSignature`, 48),
      key: readHex(fields['key'], `${path}.key`, 32),
      outcome,
    };
  });
}

/** The first difference between a vector and what this implementation computes, or null when all agrees. */
export function checkVector(vector: GoldenVector): string | null {
  const { secret, lock, drandSignature } = vector;
  const key = deriveKey({ secret, drandSignature, lock });
  return (
    firstDifference(commitmentOf(secret), lock.hash, 'hash') ??
    firstDifference(canon(lock), vector.lockCanonical, 'lockCanonical') ??
    firstDifference(toHex(key), vector.key, 'key') ??
    firstDifference(outcomeOf(key, lock), vector.outcome, 'outcome')
  );
}

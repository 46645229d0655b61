/**
 * Golden vectors of seals, made by drand's own timelock library: keys, signatures and ciphertexts are real.
 *
 * Used by the tests and by `fairpot-verify --vectors`. `chain` is only a name here; `publicKey` is the key used.
 */
import { verifyDrandSignature, QUICKNET } from '../protocol/beacon.ts';
import { fromHex, toHex } from '../encoding/bytes.ts';
import { isRoundId } from '../base/names.ts';
import { firstDifference } from './diff.ts';
import { boxOf, openBox, SEAL_KEY_BYTES } from '../base/seal-box.ts';
import type { LockSeal } from '../base/seal-box.ts';
import { readArray, readHex, readInt, readObject, readText, ShapeError } from '../encoding/shape.ts';
import { openWindow } from '../seal/window-key.ts';

export type SealVector = {
  readonly chain: string;
  /** Hex of 96 bytes. */
  readonly publicKey: string;
  readonly drandRound: number;
  /** Hex of 48 bytes. */
  readonly drandSignature: string;
  /** Hex of 32 bytes. */
  readonly windowKey: string;
  readonly roundId: string;
  /** The random part of the secret, hex of 32 bytes. */
  readonly secretHex: string;
  readonly seal: LockSeal;
};

const FIELDS = 'chain publicKey drandRound drandSignature windowKey roundId secretHex seal'.split(' ');

/** True for a file of seal vectors (by its first one), false for one of rounds. */
export function areSealVectors(value: unknown): boolean {
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return typeof first === 'object' && first !== null && 'windowKey' in first;
}

/** Reads a file of seal vectors; throws a ShapeError that names the first wrong field. */
export function parseSealVectors(value: unknown): SealVector[] {
  return readArray(value, 'vectors', 1, (each, path) => {
    const fields = readObject(each, path, FIELDS);
    const seal = readObject(fields['seal'], `${path}.seal`, ['key', 'box']);
    const roundId = readText(fields['roundId'], `${path}.roundId`);
    if (!isRoundId(roundId)) throw new ShapeError(`${path}.roundId`, 'not only letters, digits, _ and -');
    return {
      chain: readText(fields['chain'], `${path}.chain`),
      publicKey: readHex(fields['publicKey'], `${path}.publicKey`, 96),
      drandRound: readInt(fields['drandRound'], `${path}.drandRound`, 1),
      drandSignature: readHex(fields['drandSignature'], `${path}.drandSignature`, 48),
      windowKey: readHex(fields['windowKey'], `${path}.windowKey`, 32),
      roundId,
      secretHex: readHex(fields['secretHex'], `${path}.secretHex`, 32),
      seal: {
        key: readHex(seal['key'], `${path}.seal.key`, SEAL_KEY_BYTES),
        box: readHex(seal['box'], `${path}.seal.box`, 32),
      },
    };
  });
}

/** The first difference between a vector and what this implementation computes, or null when all agrees. */
export function checkSealVector(vector: SealVector): string | null {
  const { chain, publicKey, drandRound, drandSignature, windowKey, roundId, secretHex, seal } = vector;
  const signed = verifyDrandSignature({ ...QUICKNET, chainHash: chain, publicKey }, drandRound, drandSignature);
  if (!signed) return 'drandSignature: not the signature of this round under this key';
  return (
    firstDifference(windowIn(seal.key, drandSignature), windowKey, 'windowKey') ??
    firstDifference(toHex(openBox(roundId, fromHex(windowKey), seal.box)), secretHex, 'secretHex') ??
    firstDifference(boxOf(roundId, fromHex(windowKey), fromHex(secretHex)), seal.box, 'seal.box')
  );
}

/** Hex of the window key, or why it does not open. */
function windowIn(sealKey: string, signature: string): string {
  try {
    return toHex(openWindow(sealKey, signature));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * The lock record: everything that a result depends on besides the secret and the beacon, fixed at the lock. It
 * contains the secret too, sealed to the beacon round that it names (seal.ts).
 *
 * The round kit builds and stores it, the log carries it, the verifier parses it. Invariant: `parseLock` accepts only
 * records of protocol fp/2, section 2, with nothing extra, so a record has one canonical text and one hash.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { readObject, readOneOf, ShapeError } from '../encoding/shape.ts';
import type { AnyGame } from '../games/game.ts';
import { GAMES, gameOf } from '../games/index.ts';
import type { Lock } from '../games/index.ts';
import { LOCK_FIELDS, parseLockBase } from '../base/lock-base.ts';
import type { LockBase, LockRecord } from '../base/lock-base.ts';

export type { Lock } from '../games/index.ts';

/** Reads the lock record of one of the games; throws a ShapeError that names the first wrong field. */
export function parseLock(value: unknown, path?: string): Lock;
export function parseLock(value: unknown, path: string, games: readonly AnyGame[]): LockRecord;
export function parseLock(value: unknown, path = 'lock', games: readonly AnyGame[] = GAMES): LockRecord {
  if (typeof value !== 'object' || value === null) throw new ShapeError(path, 'not an object');
  const names = games.map(({ name }) => name);
  const game = gameOf(readOneOf('game' in value ? value.game : undefined, `${path}.game`, names), games);
  const fields = readObject(value, path, [...LOCK_FIELDS, ...game.ownFields(value)]);
  return game.parseLock(parseLockBase(fields, path), fields, path);
}

/** Computed once for each record: a verification needs it four times. A record never changes. */
const hashes = new WeakMap<LockBase, Uint8Array>();

/** sha256(utf8(canon(lock))): 32 bytes, as the key derivation takes them. Do not modify the returned array. */
export function lockHash(lock: LockBase): Uint8Array {
  const hash = hashes.get(lock) ?? sha256(utf8(canon(lock)));
  hashes.set(lock, hash);
  return hash;
}

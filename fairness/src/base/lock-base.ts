/**
 * The common part of the lock records of all games: types and readers.
 *
 * Called by lock.ts, by the games for their own part, and by the log for the record of a game that this build does not
 * know.
 */
import { readHex, readInt, readObject, readOneOf, readText, ShapeError } from '../encoding/shape.ts';
import { SEAL_KEY_BYTES, WINDOW_KEY_BYTES } from './seal-box.ts';
import type { LockSeal } from './seal-box.ts';
import { isRoundId } from './names.ts';

/** Bytes of a player's pseudonym; a lock spells it as lower-case hex. */
export const PLAYER_BYTES = 16;

/**
 * The last irreversible block of EOS at the lock, as two endpoints reported it. `id` is hex of 32 bytes and begins with
 * the number.
 */
export type LockedBlock = { readonly chain: string; readonly block: number; readonly id: string };

export type LockBase = {
  readonly v: 'fp/2';
  readonly type: 'lock';
  readonly roundId: string;
  /** The commitment shown from the opening of the round: hex of sha256(secret). */
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly lockedAt: number;
  /** Fee rate in 1/10,000 of the pot. */
  readonly feeBps: number;
  /** The named beacon: chain hash and round, by the formula of schedule.ts. */
  readonly drand: { readonly chain: string; readonly round: number };
  /** The random part of the secret, sealed to that beacon. */
  readonly seal: LockSeal;
};

/** The lock record of some game. Each game's own type adds its fields. */
export type LockRecord = LockBase & {
  readonly game: string;
  /** Null when the game names no block, and when none was known at the lock. */
  readonly eos: LockedBlock | null;
  /** In the order of the game. */
  readonly entries: readonly { readonly player: string }[];
};

/** Fields of every record; the game reads `eos` and `entries`. */
export const LOCK_FIELDS: readonly string[] = [
  ...['v', 'type', 'game', 'roundId', 'hash', 'lockedAt', 'feeBps', 'drand', 'eos', 'seal', 'entries'],
];

/** Reads the fields of every record; throws a ShapeError that names the first wrong field. */
export function parseLockBase(fields: Readonly<Record<string, unknown>>, path: string): LockBase {
  const drand = readObject(fields['drand'], `${path}.drand`, ['chain', 'round']);
  const seal = readObject(fields['seal'], `${path}.seal`, ['key', 'box']);
  const roundId = readText(fields['roundId'], `${path}.roundId`);
  if (!isRoundId(roundId)) throw new ShapeError(`${path}.roundId`, 'not only letters, digits, _ and -');
  return {
    v: readOneOf(fields['v'], `${path}.v`, ['fp/2']),
    type: readOneOf(fields['type'], `${path}.type`, ['lock']),
    roundId,
    hash: readHex(fields['hash'], `${path}.hash`, 32),
    lockedAt: readInt(fields['lockedAt'], `${path}.lockedAt`),
    feeBps: readInt(fields['feeBps'], `${path}.feeBps`, 0, 10_000),
    drand: {
      chain: readHex(drand['chain'], `${path}.drand.chain`, 32),
      round: readInt(drand['round'], `${path}.drand.round`, 1),
    },
    seal: {
      key: readHex(seal['key'], `${path}.seal.key`, SEAL_KEY_BYTES),
      box: readHex(seal['box'], `${path}.seal.box`, WINDOW_KEY_BYTES),
    },
  };
}

/** A pseudonym. */
export function readPlayer(value: unknown, path: string): string {
  return readHex(value, path, PLAYER_BYTES);
}

/** Reads a block of EOS; throws a ShapeError that names the first wrong field. */
export function parseLockedBlock(value: unknown, path: string): LockedBlock {
  const fields = readObject(value, path, ['chain', 'block', 'id']);
  return {
    chain: readText(fields['chain'], `${path}.chain`),
    block: readInt(fields['block'], `${path}.block`, 0, 0xffff_ffff),
    id: readHex(fields['id'], `${path}.id`, 32),
  };
}

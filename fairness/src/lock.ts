/**
 * The lock record: everything that a result depends on besides the secret and the beacons, fixed at the lock.
 *
 * The round kit builds and stores it, the log carries it, the verifier reads it back. Invariant: `parseLock` lets
 * through only records of protocol fp/1, section 2, with nothing extra, so a record has one canonical text and one hash.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from './bytes.ts';
import { canon } from './canon.ts';
import { NAMED_MODES } from './casebattle-modes/modes.ts';
import type { NamedMode } from './casebattle-modes/modes.ts';
import { GAMES, isRoundId } from './commitment.ts';
import type { Game } from './commitment.ts';
import { readArray, readHex, readInt, readObject, readOneOf, readText, ShapeError } from './shape.ts';

/** One of the two stakes of a coinflip. `cents` are USD cents at the price snapshot of the stake. */
export type CoinflipEntry = { readonly player: string; readonly side: 1 | 2; readonly cents: number };
/** One stake of a jackpot; a player may have several. */
export type JackpotEntry = { readonly player: string; readonly cents: number };
/** One seat of a battle; teams and seats count from 0. */
export type CasebattleEntry = { readonly player: string; readonly team: number; readonly seat: number };
/** The drop table of one battle round: item i drops with `weights[i]` of their sum and is worth `cents[i]`. */
export type CaseTable = {
  readonly caseId: string;
  readonly weights: readonly number[];
  readonly cents: readonly number[];
};

type LockBase = {
  readonly v: 'fp/1';
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
};
export type CoinflipLock = LockBase & {
  readonly game: 'coinflip';
  readonly eos: null;
  /** Creator first, then the joiner on the other side. */
  readonly entries: readonly [CoinflipEntry, CoinflipEntry];
};
export type JackpotLock = LockBase & {
  readonly game: 'jackpot';
  readonly eos: null;
  /** In order of entry. */
  readonly entries: readonly JackpotEntry[];
};
export type CasebattleLock = LockBase & {
  readonly game: 'casebattle';
  readonly eos: { readonly chain: string; readonly block: number };
  /** Missing in a NORMAL battle. */
  readonly mode?: NamedMode;
  /** By team, then seat. */
  readonly entries: readonly CasebattleEntry[];
  /** One per battle round, in order. */
  readonly cases: readonly CaseTable[];
};
export type Lock = CoinflipLock | JackpotLock | CasebattleLock;

const MOST_TICKETS = 1n << 53n;
const FIELDS = ['v', 'type', 'game', 'roundId', 'hash', 'lockedAt', 'feeBps', 'drand', 'eos', 'entries'] as const;

/** Reads a lock record; throws a ShapeError that names the first wrong field. */
export function parseLock(value: unknown, path = 'lock'): Lock {
  if (typeof value !== 'object' || value === null) throw new ShapeError(path, 'not an object');
  const game = readOneOf('game' in value ? value.game : undefined, `${path}.game`, GAMES);
  const fields = readObject(value, path, [...FIELDS, ...ownFields(game, value)]);
  const base = parseBase(fields, path);
  if (game === 'casebattle') return parseCasebattle(base, fields, path);
  if (fields['eos'] !== null) throw new ShapeError(`${path}.eos`, `null for a ${game}`);
  return game === 'coinflip'
    ? { ...base, game, eos: null, entries: parseCoinflipEntries(fields['entries'], `${path}.entries`) }
    : { ...base, game, eos: null, entries: parseJackpotEntries(fields['entries'], `${path}.entries`) };
}

/** What a battle's record has besides; its mode only when it is named, so that a record has one spelling. */
function ownFields(game: Game, value: object): string[] {
  if (game !== 'casebattle') return [];
  return 'mode' in value ? ['cases', 'mode'] : ['cases'];
}

/** sha256(utf8(canon(lock))): 32 bytes, as the key derivation takes them. */
export function lockHash(lock: Lock): Uint8Array {
  return sha256(utf8(canon(lock)));
}

/** Sum of non-negative integers; throws past 2^53, the most tickets that one draw can have. */
export function sumOf(parts: readonly number[]): number {
  const sum = exactSum(parts);
  if (sum > MOST_TICKETS) throw new Error(`a sum beyond 2^53 (${sum})`);
  return Number(sum);
}

function parseBase(fields: Record<string, unknown>, path: string): LockBase {
  const drand = readObject(fields['drand'], `${path}.drand`, ['chain', 'round']);
  const roundId = readText(fields['roundId'], `${path}.roundId`);
  if (!isRoundId(roundId)) throw new ShapeError(`${path}.roundId`, 'not letters, digits, _ and - alone');
  return {
    v: readOneOf(fields['v'], `${path}.v`, ['fp/1']),
    type: readOneOf(fields['type'], `${path}.type`, ['lock']),
    roundId,
    hash: readHex(fields['hash'], `${path}.hash`, 32),
    lockedAt: readInt(fields['lockedAt'], `${path}.lockedAt`),
    feeBps: readInt(fields['feeBps'], `${path}.feeBps`, 0, 10_000),
    drand: {
      chain: readHex(drand['chain'], `${path}.drand.chain`, 32),
      round: readInt(drand['round'], `${path}.drand.round`, 1),
    },
  };
}

function parseCoinflipEntries(value: unknown, path: string): [CoinflipEntry, CoinflipEntry] {
  const [first, second, ...more] = readArray(value, path, 2, (entry, at): CoinflipEntry => {
    const fields = readObject(entry, at, ['player', 'side', 'cents']);
    return {
      player: readText(fields['player'], `${at}.player`),
      side: readOneOf(fields['side'], `${at}.side`, [1, 2]),
      cents: readInt(fields['cents'], `${at}.cents`),
    };
  });
  if (first === undefined || second === undefined || more.length > 0) throw new ShapeError(path, 'not two entries');
  if (first.side === second.side) throw new ShapeError(`${path}[1].side`, 'the same side as the creator');
  checkTotal([first.cents, second.cents], path);
  return [first, second];
}

function parseJackpotEntries(value: unknown, path: string): JackpotEntry[] {
  const entries = readArray(value, path, 1, (entry, at): JackpotEntry => {
    const fields = readObject(entry, at, ['player', 'cents']);
    return { player: readText(fields['player'], `${at}.player`), cents: readInt(fields['cents'], `${at}.cents`) };
  });
  checkTotal(
    entries.map((entry) => entry.cents),
    path,
  );
  return entries;
}

function parseCasebattle(base: LockBase, fields: Record<string, unknown>, path: string): CasebattleLock {
  const eos = readObject(fields['eos'], `${path}.eos`, ['chain', 'block']);
  return {
    ...base,
    game: 'casebattle',
    eos: {
      chain: readText(eos['chain'], `${path}.eos.chain`),
      block: readInt(eos['block'], `${path}.eos.block`, 0, 0xffff_ffff),
    },
    ...('mode' in fields && { mode: readOneOf(fields['mode'], `${path}.mode`, NAMED_MODES) }),
    entries: parseSeats(fields['entries'], `${path}.entries`),
    cases: readArray(fields['cases'], `${path}.cases`, 1, parseCaseTable),
  };
}

function parseSeats(value: unknown, path: string): CasebattleEntry[] {
  let next = [{ team: 0, seat: 0 }];
  return readArray(value, path, 1, (entry, at) => {
    const fields = readObject(entry, at, ['player', 'team', 'seat']);
    const team = readInt(fields['team'], `${at}.team`);
    const seat = readInt(fields['seat'], `${at}.seat`);
    if (!next.some((place) => place.team === team && place.seat === seat))
      throw new ShapeError(at, `team ${team} seat ${seat} is out of order`);
    next = [
      { team, seat: seat + 1 },
      { team: team + 1, seat: 0 },
    ];
    return { player: readText(fields['player'], `${at}.player`), team, seat };
  });
}

/** Reads a drop table; throws a ShapeError that names the first wrong field. */
export function parseCaseTable(value: unknown, path: string): CaseTable {
  const fields = readObject(value, path, ['caseId', 'weights', 'cents']);
  const weights = readArray(fields['weights'], `${path}.weights`, 1, (each, at) => readInt(each, at));
  const cents = readArray(fields['cents'], `${path}.cents`, 1, (each, at) => readInt(each, at));
  if (cents.length !== weights.length)
    throw new ShapeError(`${path}.cents`, `${cents.length} values for ${weights.length} weights`);
  checkTotal(weights, `${path}.weights`);
  return { caseId: readText(fields['caseId'], `${path}.caseId`), weights, cents };
}

/** A draw needs at least one ticket and at most 2^53. */
function checkTotal(parts: readonly number[], path: string): void {
  const total = exactSum(parts);
  if (total < 1n || total > MOST_TICKETS) throw new ShapeError(path, `a total of ${total} is not between 1 and 2^53`);
}

/** In BigInt: past 2^53 a sum of doubles would round, and pass for less than it is. */
function exactSum(parts: readonly number[]): bigint {
  return parts.reduce((sum, part) => sum + BigInt(part), 0n);
}

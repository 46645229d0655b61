/**
 * The lock record: everything that a result depends on besides the secret and the beacon, fixed at the lock. The secret itself is in
 * it, sealed to the beacon round that it names (seal.ts).
 *
 * The round kit builds and stores it, the log carries it, the verifier reads it back. Invariant: `parseLock` lets
 * through only records of protocol fp/2, section 2, with nothing extra, so a record has one canonical text and one hash.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { NAMED_MODES } from '../games/casebattle-modes/modes.ts';
import type { NamedMode } from '../games/casebattle-modes/modes.ts';
import { GAMES, isRoundId } from './commitment.ts';
import type { Game } from './commitment.ts';
import { SEAL_KEY_BYTES, WINDOW_KEY_BYTES } from '../seal/seal-box.ts';
import type { Seal } from '../seal/seal-box.ts';
import { readArray, readHex, readInt, readObject, readOneOf, readText, ShapeError } from '../encoding/shape.ts';

/** Bytes of a player's pseudonym; a lock spells it as lower-case hex. */
export const PLAYER_BYTES = 16;

/** One of the two stakes of a coinflip. `cents` are USD cents at the price snapshot of the stake. */
export type CoinflipEntry = { readonly player: string; readonly side: 1 | 2; readonly cents: number };
/** One stake of a jackpot; a player may have several. */
export type JackpotEntry = { readonly player: string; readonly cents: number };
/** One seat of a battle; teams and seats count from 0. */
export type CasebattleEntry = { readonly player: string; readonly team: number; readonly seat: number };
/**
 * The drop table of one battle round: item i drops with `weights[i]` of their sum and is worth `cents[i]`. `priceCents` is what a
 * seat paid for it.
 */
export type CaseTable = {
  readonly caseId: string;
  readonly priceCents: number;
  readonly weights: readonly number[];
  readonly cents: readonly number[];
};

/** The last irreversible block of EOS at the lock, as two endpoints told it. `id` is hex of 32 bytes and begins with the number. */
export type LockedBlock = { readonly chain: string; readonly block: number; readonly id: string };

type LockBase = {
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
  readonly seal: Seal;
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
  /** Null when no block was known at the lock. */
  readonly eos: LockedBlock | null;
  /** Missing in a NORMAL battle. */
  readonly mode?: NamedMode;
  /** By team, then seat. */
  readonly entries: readonly CasebattleEntry[];
  /** One per battle round, in order. */
  readonly cases: readonly CaseTable[];
};
export type Lock = CoinflipLock | JackpotLock | CasebattleLock;

const MOST_TICKETS = 1n << 53n;
const FIELDS = 'v type game roundId hash lockedAt feeBps drand eos seal entries'.split(' ');

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

/** Worked out once for each record: a verification asks for it four times. A record never changes. */
const hashes = new WeakMap<Lock, Uint8Array>();

/** sha256(utf8(canon(lock))): 32 bytes, as the key derivation takes them. Not to be written to. */
export function lockHash(lock: Lock): Uint8Array {
  const hash = hashes.get(lock) ?? sha256(utf8(canon(lock)));
  hashes.set(lock, hash);
  return hash;
}

/** Sum of non-negative integers; throws past 2^53, the most tickets that one draw can have. */
export function sumOf(parts: readonly number[]): number {
  const sum = exactSum(parts);
  if (sum > MOST_TICKETS) throw new Error(`a sum beyond 2^53 (${sum})`);
  return Number(sum);
}

function parseBase(fields: Record<string, unknown>, path: string): LockBase {
  const drand = readObject(fields['drand'], `${path}.drand`, ['chain', 'round']);
  const seal = readObject(fields['seal'], `${path}.seal`, ['key', 'box']);
  const roundId = readText(fields['roundId'], `${path}.roundId`);
  if (!isRoundId(roundId)) throw new ShapeError(`${path}.roundId`, 'not letters, digits, _ and - alone');
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

function readPlayer(value: unknown, path: string): string {
  return readHex(value, path, PLAYER_BYTES);
}

function parseCoinflipEntries(value: unknown, path: string): [CoinflipEntry, CoinflipEntry] {
  const [first, second, ...more] = readArray(value, path, 2, (entry, at): CoinflipEntry => {
    const fields = readObject(entry, at, ['player', 'side', 'cents']);
    return {
      player: readPlayer(fields['player'], `${at}.player`),
      side: readOneOf(fields['side'], `${at}.side`, [1, 2]),
      cents: readInt(fields['cents'], `${at}.cents`),
    };
  });
  if (first === undefined || second === undefined || more.length > 0) throw new ShapeError(path, 'not two entries');
  if (first.player === second.player) throw new ShapeError(`${path}[1].player`, 'the same player as the creator');
  if (first.side === second.side) throw new ShapeError(`${path}[1].side`, 'the same side as the creator');
  checkTotal([first.cents, second.cents], path);
  return [first, second];
}

function parseJackpotEntries(value: unknown, path: string): JackpotEntry[] {
  const entries = readArray(value, path, 2, (entry, at): JackpotEntry => {
    const fields = readObject(entry, at, ['player', 'cents']);
    return { player: readPlayer(fields['player'], `${at}.player`), cents: readInt(fields['cents'], `${at}.cents`) };
  });
  if (entries.every(({ player }) => player === entries[0]?.player))
    throw new ShapeError(path, 'one player alone: a jackpot takes at least two different ones');
  checkTotal(
    entries.map((entry) => entry.cents),
    path,
  );
  return entries;
}

function parseCasebattle(base: LockBase, fields: Record<string, unknown>, path: string): CasebattleLock {
  return {
    ...base,
    game: 'casebattle',
    eos: fields['eos'] === null ? null : parseBlock(fields['eos'], `${path}.eos`),
    ...('mode' in fields && { mode: readOneOf(fields['mode'], `${path}.mode`, NAMED_MODES) }),
    entries: parseSeats(fields['entries'], `${path}.entries`),
    cases: readArray(fields['cases'], `${path}.cases`, 1, parseCaseTable),
  };
}

function parseBlock(value: unknown, path: string): LockedBlock {
  const fields = readObject(value, path, ['chain', 'block', 'id']);
  return {
    chain: readText(fields['chain'], `${path}.chain`),
    block: readInt(fields['block'], `${path}.block`, 0, 0xffff_ffff),
    id: readHex(fields['id'], `${path}.id`, 32),
  };
}

function parseSeats(value: unknown, path: string): CasebattleEntry[] {
  const players = new Set<string>();
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
    const player = readPlayer(fields['player'], `${at}.player`);
    if (players.has(player)) throw new ShapeError(`${at}.player`, 'a player who has a seat already');
    players.add(player);
    return { player, team, seat };
  });
}

/** Reads a drop table; throws a ShapeError that names the first wrong field. */
export function parseCaseTable(value: unknown, path: string): CaseTable {
  const fields = readObject(value, path, ['caseId', 'priceCents', 'weights', 'cents']);
  const weights = readArray(fields['weights'], `${path}.weights`, 1, (each, at) => readInt(each, at));
  const cents = readArray(fields['cents'], `${path}.cents`, 1, (each, at) => readInt(each, at));
  if (cents.length !== weights.length)
    throw new ShapeError(`${path}.cents`, `${cents.length} values for ${weights.length} weights`);
  checkTotal(weights, `${path}.weights`);
  const priceCents = readInt(fields['priceCents'], `${path}.priceCents`);
  return { caseId: readText(fields['caseId'], `${path}.caseId`), priceCents, weights, cents };
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

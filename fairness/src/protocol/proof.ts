/**
 * The proof of a round: everything needed to recompute it. `GET /api/fair/round/{id}` returns it, a saved ROUND.json
 * holds it.
 *
 * The server's transparency feature builds it, verify.ts verifies it. Invariant: `parseProof` accepts exact shapes
 * only, so it returns no field that the verifier does not read.
 */
import type { DrandChain } from './beacon.ts';
import type { AnyGame, Payouts } from '../games/game.ts';
import { GAMES, gameOf } from '../games/index.ts';
import type { Lock, Outcome } from '../games/index.ts';
import { parseLock } from './lock.ts';
import type { LockRecord } from '../base/lock-base.ts';
import { isRoundId } from '../base/names.ts';
import { readArray, readHex, readInt, readObject, readOneOf, readText, ShapeError } from '../encoding/shape.ts';

/** The proof of a settled round. Code that treats all games alike uses `RoundProof<LockRecord, object>`. */
export type RoundProof<L extends LockRecord = Lock, O extends object = Outcome> = {
  readonly v: 'fp/2';
  readonly game: L['game'];
  readonly roundId: string;
  /** Counts the rounds of a game from 1, without gaps. */
  readonly number: number;
  /** The commitment, public since the round opened. */
  readonly hash: string;
  readonly lock: L;
  /** The chain, the round that the lock names, and its signature. Only the signature comes after the lock. */
  readonly drand: { readonly chain: DrandChain; readonly round: number; readonly signature: string };
  readonly secret: string;
  readonly outcome: O;
  readonly payouts: Payouts;
};

const FIELDS = ['v', 'game', 'roundId', 'number', 'hash', 'lock', 'drand', 'secret', 'outcome', 'payouts'];

/**
 * True for a round whose winner staff chose (demo only): it makes no claim, and the site returns no proof of it but `{ v, game, roundId,
 * scripted: true }`.
 */
export function isScripted(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'scripted' in value && value.scripted === true;
}

/** Reads a proof; throws a ShapeError that names the first wrong field. */
export function parseProof(value: unknown, path?: string): RoundProof;
export function parseProof(value: unknown, path: string, games: readonly AnyGame[]): RoundProof<LockRecord, object>;
export function parseProof(
  value: unknown,
  path = 'round',
  games: readonly AnyGame[] = GAMES,
): RoundProof<LockRecord, object> {
  const fields = readObject(value, path, FIELDS);
  const lock = parseLock(fields['lock'], `${path}.lock`, games);
  const drand = readObject(fields['drand'], `${path}.drand`, ['chain', 'round', 'signature']);
  const roundId = readText(fields['roundId'], `${path}.roundId`);
  if (!isRoundId(roundId)) throw new ShapeError(`${path}.roundId`, 'not only letters, digits, _ and -');
  return {
    v: readOneOf(fields['v'], `${path}.v`, ['fp/2']),
    game: readOneOf(
      fields['game'],
      `${path}.game`,
      games.map(({ name }) => name),
    ),
    roundId,
    number: readInt(fields['number'], `${path}.number`, 1),
    hash: readHex(fields['hash'], `${path}.hash`, 32),
    lock,
    drand: {
      chain: parseChain(drand['chain'], `${path}.drand.chain`),
      round: readInt(drand['round'], `${path}.drand.round`, 1),
      signature: readHex(drand['signature'], `${path}.drand.signature`, 48),
    },
    secret: readText(fields['secret'], `${path}.secret`),
    outcome: gameOf(lock.game, games).parseOutcome(fields['outcome'], `${path}.outcome`),
    payouts: parsePayouts(fields['payouts'], `${path}.payouts`),
  };
}

/** Reads the description of a drand chain. */
export function parseChain(value: unknown, path = 'chain'): DrandChain {
  const fields = readObject(value, path, ['chainHash', 'publicKey', 'genesisMs', 'periodMs', 'scheme']);
  return {
    chainHash: readHex(fields['chainHash'], `${path}.chainHash`, 32),
    publicKey: readHex(fields['publicKey'], `${path}.publicKey`, 96),
    genesisMs: readInt(fields['genesisMs'], `${path}.genesisMs`),
    periodMs: readInt(fields['periodMs'], `${path}.periodMs`, 1),
    scheme: readOneOf(fields['scheme'], `${path}.scheme`, ['bls-unchained-g1-rfc9380']),
  };
}

function parsePayouts(value: unknown, path: string): Payouts {
  const fields = readObject(value, path, ['potCents', 'feeCents', 'items', 'feeItems', 'shares']);
  return {
    potCents: readInt(fields['potCents'], `${path}.potCents`),
    feeCents: readInt(fields['feeCents'], `${path}.feeCents`),
    items: readArray(fields['items'], `${path}.items`, 0, (each, at) => {
      const item = readObject(each, at, ['id', 'entry', 'cents']);
      return {
        id: readText(item['id'], `${at}.id`),
        entry: readInt(item['entry'], `${at}.entry`),
        cents: readInt(item['cents'], `${at}.cents`),
      };
    }),
    feeItems: readArray(fields['feeItems'], `${path}.feeItems`, 0, (each, at) => readText(each, at)),
    shares: readArray(fields['shares'], `${path}.shares`, 1, (each, at) => {
      const share = readObject(each, at, ['player', 'cents']);
      return { player: readText(share['player'], `${at}.player`), cents: readInt(share['cents'], `${at}.cents`) };
    }),
  };
}

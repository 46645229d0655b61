/**
 * The proof of a round: everything that anyone needs to recompute it, as `GET /api/fair/round/{id}` returns it and as a
 * saved ROUND.json holds it.
 *
 * The server's transparency feature builds it, verify.ts judges it. Invariant: `parseProof` accepts exact shapes only;
 * what it returns holds nothing that the verifier would leave unread.
 */
import type { DrandChain } from './beacon.ts';
import type { CasebattleRoll } from '../games/casebattle.ts';
import { GAMES, isRoundId } from './commitment.ts';
import type { Game } from './commitment.ts';
import { parseLock } from './lock.ts';
import type { Lock } from './lock.ts';
import type { Outcome } from '../games/outcome.ts';
import type { Payouts } from '../games/payout.ts';
import { readArray, readHex, readInt, readObject, readOneOf, readText, ShapeError } from '../encoding/shape.ts';

/** A settled round. */
export type RoundProof = {
  readonly v: 'fp/2';
  readonly game: Game;
  readonly roundId: string;
  /** Dense per game, from 1. */
  readonly number: number;
  /** The commitment shown since the opening. */
  readonly hash: string;
  readonly lock: Lock;
  /** The chain in full, the round that the lock names, and its signature: the one input that comes after the lock. */
  readonly drand: { readonly chain: DrandChain; readonly round: number; readonly signature: string };
  readonly secret: string;
  readonly outcome: Outcome;
  readonly payouts: Payouts;
};

/** A round whose winner was chosen by staff (demo only). It makes no claim and so has no proof. */
export type ScriptedRound = {
  readonly v: 'fp/2';
  readonly game: Game;
  readonly roundId: string;
  readonly scripted: true;
};

const FIELDS = ['v', 'game', 'roundId', 'number', 'hash', 'lock', 'drand', 'secret', 'outcome', 'payouts'];

/** True for the answer that a scripted round gives instead of a proof. */
export function isScripted(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'scripted' in value && value.scripted === true;
}

/** Reads a proof; throws a ShapeError that names the first wrong field. */
export function parseProof(value: unknown, path = 'round'): RoundProof {
  const fields = readObject(value, path, FIELDS);
  const lock = parseLock(fields['lock'], `${path}.lock`);
  const drand = readObject(fields['drand'], `${path}.drand`, ['chain', 'round', 'signature']);
  const roundId = readText(fields['roundId'], `${path}.roundId`);
  if (!isRoundId(roundId)) throw new ShapeError(`${path}.roundId`, 'not letters, digits, _ and - alone');
  return {
    v: readOneOf(fields['v'], `${path}.v`, ['fp/2']),
    game: readOneOf(fields['game'], `${path}.game`, GAMES),
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
    outcome: parseOutcome(fields['outcome'], `${path}.outcome`, lock.game),
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

function parseOutcome(value: unknown, path: string, game: Game): Outcome {
  switch (game) {
    case 'coinflip': {
      const fields = readObject(value, path, ['ticket', 'total', 'boundary', 'winnerSide']);
      return {
        ticket: readInt(fields['ticket'], `${path}.ticket`),
        total: readInt(fields['total'], `${path}.total`),
        boundary: readInt(fields['boundary'], `${path}.boundary`),
        winnerSide: readOneOf(fields['winnerSide'], `${path}.winnerSide`, [1, 2]),
      };
    }
    case 'jackpot': {
      const fields = readObject(value, path, ['ticket', 'total', 'winnerEntry', 'winner']);
      return {
        ticket: readInt(fields['ticket'], `${path}.ticket`),
        total: readInt(fields['total'], `${path}.total`),
        winnerEntry: readInt(fields['winnerEntry'], `${path}.winnerEntry`),
        winner: readText(fields['winner'], `${path}.winner`),
      };
    }
    case 'casebattle': {
      const fields = readObject(value, path, ['rolls', 'teamCents', 'tied', 'winnerTeam']);
      return {
        rolls: readArray(fields['rolls'], `${path}.rolls`, 1, parseRoll),
        teamCents: readArray(fields['teamCents'], `${path}.teamCents`, 1, (each, at) => readInt(each, at)),
        tied: readArray(fields['tied'], `${path}.tied`, 1, (each, at) => readInt(each, at)),
        winnerTeam: readInt(fields['winnerTeam'], `${path}.winnerTeam`),
      };
    }
  }
}

function parseRoll(value: unknown, path: string): CasebattleRoll {
  const fields = readObject(value, path, ['round', 'team', 'seat', 'ticket', 'item']);
  return {
    round: readInt(fields['round'], `${path}.round`),
    team: readInt(fields['team'], `${path}.team`),
    seat: readInt(fields['seat'], `${path}.seat`),
    ticket: readInt(fields['ticket'], `${path}.ticket`),
    item: readInt(fields['item'], `${path}.item`),
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

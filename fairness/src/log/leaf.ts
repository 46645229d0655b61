/**
 * Leaves of the public log: the canonical JSON records that are hashed, and the whole rounds that they make up.
 *
 * The server's round kit writes them, log-verify.ts and the browser read them. Invariant: `parseLeaf` accepts the one
 * canonical spelling of a leaf and nothing extra, so that a leaf says everything its hash covers.
 */
import type { DrandChain } from '../protocol/beacon.ts';
import { canon } from '../encoding/canon.ts';
import { parseCaseTable } from '../games/drop-table.ts';
import type { CaseTable } from '../games/drop-table.ts';
import type { AnyGame } from '../games/game.ts';
import { findGame, GAMES } from '../games/index.ts';
import { parseLock } from '../protocol/lock.ts';
import { LOCK_FIELDS, parseLockBase } from '../base/lock-base.ts';
import type { LockBase, LockRecord } from '../base/lock-base.ts';
import { GAME_NAME, isRoundId } from '../base/names.ts';
import { parseChain } from '../protocol/proof.ts';
import {
  readArray,
  readHex,
  readInt,
  readObject,
  readOneOf,
  readRecord,
  readText,
  ShapeError,
} from '../encoding/shape.ts';
import { parseStatement } from './statement-leaf.ts';
import type { StatementLeaf } from './statement-leaf.ts';

/** `game` is a name: a log may name games that the reader does not know. */
type RoundLeaf = { readonly game: string; readonly roundId: string };
/** A round begins: its number (dense per game, from 1), its commitment, its fee rate. Epoch ms. */
export type OpenLeaf = RoundLeaf & {
  readonly type: 'open';
  readonly number: number;
  readonly hash: string;
  readonly feeBps: number;
  readonly openedAt: number;
};
/** A round's result. `outcome` and `payouts` are verified as parts of the proof that `proofOfLeaves` makes. */
export type ResultLeaf = RoundLeaf & {
  readonly type: 'result';
  readonly secret: string;
  /** `chain` is the chain's hash; a terms leaf or a pin describes it. */
  readonly drand: { readonly chain: string; readonly round: number; readonly signature: string };
  readonly outcome: unknown;
  readonly payouts: unknown;
  readonly settledAt: number;
};
/** The only reason for voiding a locked round. Every other reason would be a choice among results. */
export const VOID_REASONS = ['BEACON_AWAY', 'STAFF'] as const;
/**
 * Reason for voiding any round behind a `restored` leaf: the site's database lost it. The rules are in log-restores.ts.
 */
export const RESTORED_REASON = 'DATABASE_RESTORED';
/**
 * An end without a result: all stakes were returned. `why` is a word: CREATOR, EXPIRED or REPRICED for a cancel; for a void one
 * of VOID_REASONS or RESTORED_REASON.
 */
export type RefundLeaf = RoundLeaf & { readonly type: 'cancel' | 'void'; readonly why: string; readonly at: number };
/**
 * Staff chose the winner of a round with only staff and house personas (demo only; `winner` is a pseudonym). Such a
 * round makes no claim: no lock or result follows, at most a cancel or another choice.
 */
export type ScriptedLeaf = RoundLeaf & { readonly type: 'scripted'; readonly winner: string; readonly at: number };
/**
 * Terms of future rounds: fee rates and the beacon. Written when a server starts with terms other than the logged ones.
 */
export type TermsLeaf = {
  readonly type: 'terms';
  readonly at: number;
  /** By game: the rate of each one in operation. */
  readonly fees: Readonly<Record<string, number>>;
  readonly drand: DrandChain;
};
/** One fee rate changed. */
export type FeeLeaf = { readonly type: 'fee'; readonly at: number; readonly game: string; readonly feeBps: number };
/**
 * A drop table of a case, before any battle can use it. `caseId` names its version ('box@3') and is announced once;
 * `items` names what each weight drops.
 */
export type CaseLeaf = CaseTable & {
  readonly type: 'case';
  readonly at: number;
  readonly name: string;
  readonly items: readonly string[];
};
/**
 * A version of a case is no longer offered (`case-retired`), or offered again (`case-offered`). Open battles keep it;
 * none opens with it while it is retired.
 */
export type CaseOfferLeaf = {
  readonly type: 'case-retired' | 'case-offered';
  readonly at: number;
  readonly caseId: string;
};
/**
 * The site's database was restored from an older copy. The leaves [from, to) had been published, were lost there, and
 * were put back in their places. `rounds` rounds, which the database no longer knows as the log does, are voided behind
 * this leaf. `secrets` 'lost': so are all other rounds that were running.
 */
export type RestoredLeaf = {
  readonly type: 'restored';
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly rounds: number;
  readonly secrets: 'kept' | 'lost';
};
/** Leaves with terms of future rounds. */
export type AnnouncementLeaf = TermsLeaf | FeeLeaf | CaseLeaf | CaseOfferLeaf;
/**
 * The lock record of a game that this build does not know: the fields of every record were read, `unread` (with the
 * stakes) was not. Its round can be followed, and its commitment, beacon and seal verified, but not its draws and
 * payouts.
 */
export type ForeignLock = LockBase & { readonly game: string; readonly unread: Readonly<Record<string, unknown>> };
export type Leaf =
  | OpenLeaf
  | LockRecord
  | ForeignLock
  | ResultLeaf
  | RefundLeaf
  | ScriptedLeaf
  | AnnouncementLeaf
  | RestoredLeaf
  | StatementLeaf;

const TYPES = [
  ...(['open', 'lock', 'result', 'cancel', 'void', 'scripted'] as const),
  ...(['terms', 'fee', 'case', 'case-retired', 'case-offered', 'restored'] as const),
  'statement' as const,
];

/**
 * Reads a leaf from its bytes. Throws if it is not UTF-8, not JSON or not canonical, or with a ShapeError that names
 * the wrong field. `games`: those whose locks are read completely.
 */
export function parseLeaf(entry: Uint8Array, games: readonly AnyGame[] = GAMES): Leaf {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry);
  const value: unknown = JSON.parse(text);
  if (canon(value) !== text) throw new ShapeError('leaf', 'not in canonical form');
  if (typeof value !== 'object' || value === null) throw new ShapeError('leaf', 'not an object');
  const type = readOneOf('type' in value ? value.type : undefined, 'leaf.type', TYPES);
  switch (type) {
    case 'open':
      return parseOpen(value);
    case 'lock':
      return parseLockLeaf(value, games);
    case 'result':
      return parseResult(value);
    case 'cancel':
    case 'void':
      return parseRefund(value, type);
    case 'scripted':
      return parseScripted(value);
    case 'terms':
      return parseTerms(value);
    case 'fee':
      return parseFee(value);
    case 'case':
      return parseCase(value);
    case 'case-retired':
    case 'case-offered':
      return parseCaseOffer(value, type);
    case 'restored':
      return parseRestored(value);
    case 'statement':
      return parseStatement(value);
  }
}

/** The proof from three leaves, for `verifyRound`. It is unchecked: that is the verifier's work. */
export function proofOfLeaves(open: OpenLeaf, lock: LockRecord, result: ResultLeaf, chain: DrandChain): unknown {
  const { game, roundId, number, hash } = open;
  const { secret, outcome, payouts } = result;
  const drand = { chain, round: result.drand.round, signature: result.drand.signature };
  return { v: 'fp/2', game, roundId, number, hash, lock, drand, secret, outcome, payouts };
}

function parseOpen(value: object): OpenLeaf {
  const fields = readLeaf(value, ['game', 'roundId', 'number', 'hash', 'feeBps', 'openedAt']);
  return {
    type: 'open',
    ...readRound(fields),
    number: readInt(fields['number'], 'leaf.number', 1),
    hash: readHex(fields['hash'], 'leaf.hash', 32),
    feeBps: readBps(fields['feeBps'], 'leaf.feeBps'),
    openedAt: readInt(fields['openedAt'], 'leaf.openedAt'),
  };
}

function parseLockLeaf(value: object, games: readonly AnyGame[]): LockRecord | ForeignLock {
  const game = readGameName('game' in value ? value.game : undefined);
  if (findGame(game, games) !== undefined) return parseLock(value, 'leaf', games);
  const fields = readObject(value, 'leaf', [...new Set([...LOCK_FIELDS, ...Object.keys(value)])]);
  const base = parseLockBase(fields, 'leaf');
  const unread = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'game' && !(key in base)));
  return { ...base, game, unread };
}

/** Whether this build knows the game of a lock. */
export function isForeign(lock: LockRecord | ForeignLock): lock is ForeignLock {
  return 'unread' in lock;
}

function parseResult(value: object): ResultLeaf {
  const fields = readLeaf(value, ['game', 'roundId', 'secret', 'drand', 'outcome', 'payouts', 'settledAt']);
  const drand = readObject(fields['drand'], 'leaf.drand', ['chain', 'round', 'signature']);
  return {
    type: 'result',
    ...readRound(fields),
    secret: readText(fields['secret'], 'leaf.secret'),
    drand: {
      chain: readHex(drand['chain'], 'leaf.drand.chain', 32),
      round: readInt(drand['round'], 'leaf.drand.round', 1),
      signature: readHex(drand['signature'], 'leaf.drand.signature', 48),
    },
    outcome: fields['outcome'],
    payouts: fields['payouts'],
    settledAt: readInt(fields['settledAt'], 'leaf.settledAt'),
  };
}

function parseRefund(value: object, type: 'cancel' | 'void'): RefundLeaf {
  const fields = readLeaf(value, ['game', 'roundId', 'why', 'at']);
  return { type, ...readRound(fields), why: readText(fields['why'], 'leaf.why', 64), at: readAt(fields) };
}

function parseScripted(value: object): ScriptedLeaf {
  const fields = readLeaf(value, ['game', 'roundId', 'winner', 'at']);
  return {
    type: 'scripted',
    ...readRound(fields),
    winner: readText(fields['winner'], 'leaf.winner', 64),
    at: readAt(fields),
  };
}

function parseTerms(value: object): TermsLeaf {
  const fields = readLeaf(value, ['at', 'fees', 'drand']);
  return {
    type: 'terms',
    at: readAt(fields),
    fees: readRecord(fields['fees'], 'leaf.fees', GAME_NAME, readBps),
    drand: parseChain(fields['drand'], 'leaf.drand'),
  };
}

function parseFee(value: object): FeeLeaf {
  const fields = readLeaf(value, ['at', 'game', 'feeBps']);
  return { type: 'fee', at: readAt(fields), game: readGame(fields), feeBps: readBps(fields['feeBps'], 'leaf.feeBps') };
}

function parseCase(value: object): CaseLeaf {
  const fields = readLeaf(value, ['at', 'caseId', 'name', 'priceCents', 'items', 'weights', 'cents']);
  const { caseId, priceCents, weights, cents } = fields;
  const table = parseCaseTable({ caseId, priceCents, weights, cents }, 'leaf');
  if (table.priceCents < 1) throw new ShapeError('leaf.priceCents', 'a case has a price');
  const items = readArray(fields['items'], 'leaf.items', 1, (each, at) => readText(each, at));
  if (items.length !== table.weights.length)
    throw new ShapeError('leaf.items', `${items.length} names for ${table.weights.length} weights`);
  return { type: 'case', at: readAt(fields), name: readText(fields['name'], 'leaf.name'), items, ...table };
}

function parseCaseOffer(value: object, type: CaseOfferLeaf['type']): CaseOfferLeaf {
  const fields = readLeaf(value, ['at', 'caseId']);
  return { type, at: readAt(fields), caseId: readText(fields['caseId'], 'leaf.caseId') };
}

function parseRestored(value: object): RestoredLeaf {
  const fields = readLeaf(value, ['at', 'from', 'to', 'rounds', 'secrets']);
  const from = readInt(fields['from'], 'leaf.from');
  return {
    type: 'restored',
    at: readAt(fields),
    from,
    to: readInt(fields['to'], 'leaf.to', from),
    rounds: readInt(fields['rounds'], 'leaf.rounds'),
    secrets: readOneOf(fields['secrets'], 'leaf.secrets', ['kept', 'lost'] as const),
  };
}

function readLeaf(value: object, names: readonly string[]): Record<string, unknown> {
  const fields = readObject(value, 'leaf', ['v', 'type', ...names]);
  readOneOf(fields['v'], 'leaf.v', ['fp/2']);
  return fields;
}

function readRound(fields: Record<string, unknown>): RoundLeaf {
  const roundId = readText(fields['roundId'], 'leaf.roundId');
  if (!isRoundId(roundId)) throw new ShapeError('leaf.roundId', 'not only letters, digits, _ and -');
  return { game: readGame(fields), roundId };
}

function readGame(fields: Record<string, unknown>): string {
  return readGameName(fields['game']);
}

function readGameName(value: unknown): string {
  const game = readText(value, 'leaf.game');
  if (!GAME_NAME.test(game)) throw new ShapeError('leaf.game', 'not the name of a game');
  return game;
}

function readAt(fields: Record<string, unknown>): number {
  return readInt(fields['at'], 'leaf.at');
}

function readBps(value: unknown, path: string): number {
  return readInt(value, path, 0, 10_000);
}

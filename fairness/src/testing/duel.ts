/**
 * A fourth game for tests: the highest of one roll per player wins, the first one among equals. It is in no list of the
 * product.
 */
import { readArray, readInt, readObject } from '../encoding/shape.ts';
import { utf8 } from '../encoding/bytes.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { entryChances } from '../games/chance.ts';
import type { GameRules } from '../games/game.ts';
import { GAMES } from '../games/index.ts';
import { itemPayouts, refuseBlock, shareClaim } from '../games/item-pot.ts';
import { canon } from '../encoding/canon.ts';
import { commitmentOf, makeSecret } from '../protocol/commitment.ts';
import { deriveKey } from '../protocol/derive.ts';
import { parseLock } from '../protocol/lock.ts';
import { readPlayer } from '../base/lock-base.ts';
import type { LockRecord } from '../base/lock-base.ts';
import { drandRoundAt } from '../protocol/schedule.ts';
import { uniform } from '../base/uniform.ts';
import { playerOf, sealOf, signRound, TEST_CHAIN } from './rounds.ts';

type DuelLock = LockRecord & {
  readonly game: 'duel';
  readonly entries: readonly { readonly player: string; readonly cents: number }[];
};
type DuelOutcome = { readonly rolls: readonly number[] };

const SIDES = 6;

export const duel: GameRules<DuelLock, DuelOutcome> = {
  name: 'duel',
  delayMs: 9_000,
  ownFields: () => ['sides'],
  parseLock: (base, fields, path) => ({
    ...base,
    game: 'duel',
    eos: refuseBlock(fields, path, 'duel'),
    sides: readInt(fields['sides'], `${path}.sides`, SIDES, SIDES),
    entries: readArray(fields['entries'], `${path}.entries`, 2, (each, at) => {
      const { player, cents } = readObject(each, at, ['player', 'cents']);
      return { player: readPlayer(player, `${at}.player`), cents: readInt(cents, `${at}.cents`) };
    }),
  }),
  tables: () => [],
  mode: () => 'duel',
  outcome: (lock, sample) => ({ rolls: lock.entries.map((_, i) => sample(SIDES, `duel|roll|${i}`)) }),
  parseOutcome: (value, path) => {
    const { rolls } = readObject(value, path, ['rolls']);
    return { rolls: readArray(rolls, `${path}.rolls`, 2, (each, at) => readInt(each, at)) };
  },
  ticket: ({ rolls }, label) => rolls[Number(label.split('|')[2])],
  winners: (lock, outcome) => [winnerOf(lock, outcome)],
  payouts: (lock, outcome, items) => itemPayouts(lock, winnerOf(lock, outcome), items),
  chances: entryChances,
  chanceClaim: (lock, _, shown) => shareClaim(entryChances(lock), 300, shown),
};

/** A build with one more game. */
export const WITH_DUEL = [...GAMES, duel];

function winnerOf(lock: DuelLock, outcome: object): string {
  const rolls = 'rolls' in outcome && Array.isArray(outcome.rolls) ? outcome.rolls.map(Number) : [];
  return lock.entries[rolls.indexOf(Math.max(...rolls))]?.player ?? '';
}

/** Opening, lock and result of a duel as its site would log it; `over` replaces fields of the result. */
export function duelLeaves(openedAt: number, over: object = {}): [string, string, string] {
  const roundId = 'rnd_duel_1';
  const secret = makeSecret({ game: 'duel', roundId, random32: sha256(utf8('duel')) });
  const lockedAt = openedAt + 60_000;
  const round = drandRoundAt(lockedAt + duel.delayMs, TEST_CHAIN);
  const base = { v: 'fp/2', game: 'duel', roundId };
  const stakes = ['ann', 'bob'].map((name, i) => ({ player: playerOf(name), cents: 100 + 100 * i }));
  const record = { ...base, type: 'lock', hash: commitmentOf(secret), lockedAt, feeBps: 500, eos: null, sides: SIDES };
  const drand = { chain: TEST_CHAIN.chainHash, round };
  const lock = parseLock({ ...record, drand, seal: sealOf(secret, round), entries: stakes }, 'lock', WITH_DUEL);
  const signature = signRound(round);
  const key = deriveKey({ secret, drandSignature: signature, lock });
  const outcome = duel.outcome(lock as DuelLock, (n, label) => uniform(key, n, label));
  const items = stakes.map(({ cents }, entry) => ({ id: `itm_${entry}`, entry, cents }));
  const result = {
    secret,
    outcome,
    payouts: duel.payouts(lock as DuelLock, outcome, items),
    settledAt: lockedAt + 60_000,
  };
  return [
    canon({ ...base, type: 'open', number: 1, hash: commitmentOf(secret), feeBps: 500, openedAt }),
    canon(lock),
    canon({ ...base, type: 'result', ...result, drand: { ...drand, signature }, ...over }),
  ];
}

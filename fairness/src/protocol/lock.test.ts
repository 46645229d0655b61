import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { deriveKey } from './derive.ts';
import { lockHash, parseLock } from './lock.ts';
import type { Lock } from './lock.ts';
import { sumOf } from '../base/tickets.ts';
import { makeProof, playerOf } from '../testing/rounds.ts';

const proofs = { coinflip: makeProof('coinflip'), jackpot: makeProof('jackpot'), casebattle: makeProof('casebattle') };
const { coinflip, jackpot, casebattle } = proofs;
const [ann, bob] = [playerOf('ann'), playerOf('bob')];
const keyOf = (lock: Lock): string => toHex(deriveKey({ secret: 's', drandSignature: '00'.repeat(48), lock }));

/** The lock with the value at `path` (dots and numbers) replaced; undefined deletes. */
function changed(lock: Lock, path: string, value: unknown): unknown {
  const copy = structuredClone(lock) as unknown;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce((at, key) => (at as Record<string, unknown>)[key], copy) as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

describe('parseLock', () => {
  test.each(Object.entries(proofs))('parses a %s record unchanged', (_, { lock }) => {
    expect(parseLock(JSON.parse(canon(lock)))).toEqual(lock);
  });

  test('a battle without a known block can still be locked', () => {
    expect(parseLock(changed(casebattle.lock, 'eos', null)).eos).toBeNull();
  });

  test.each<[Lock, string, unknown, string]>([
    [coinflip.lock, 'entries.1.cents', 10.5, 'lock.entries[1].cents: not a safe integer (10.5)'],
    [coinflip.lock, 'entries.1.cents', '10', 'lock.entries[1].cents: not a number'],
    [coinflip.lock, 'entries.1.cents', -1, 'lock.entries[1].cents: -1 is not between'],
    [coinflip.lock, 'entries.1.cents', 2 ** 53, 'lock.entries[1].cents: not a safe integer'],
    [coinflip.lock, 'entries.0.side', 3, 'lock.entries[0].side: not 1 or 2'],
    [coinflip.lock, 'entries.1.side', 2, 'lock.entries[1].side: the same side as the creator'],
    [coinflip.lock, 'entries.1.player', '', 'lock.entries[1].player: not 16 bytes of lower-case hex'],
    [coinflip.lock, 'entries.1.player', 'ann', 'lock.entries[1].player: not 16 bytes of lower-case hex'],
    [coinflip.lock, 'entries.1.player', 'A'.repeat(32), 'lock.entries[1].player: not 16 bytes of lower-case hex'],
    [coinflip.lock, 'entries.1.player', 'ab'.repeat(17), 'lock.entries[1].player: not 16 bytes of lower-case hex'],
    [coinflip.lock, 'entries.1.player', ann, 'lock.entries[1].player: the same player as the creator'],
    [coinflip.lock, 'entries.0.name', 'x', 'lock.entries[0].name: unknown field'],
    [coinflip.lock, 'entries', [], 'lock.entries: 0 items, at least 2 needed'],
    [coinflip.lock, 'extra', 1, 'lock.extra: unknown field'],
    [coinflip.lock, 'cases', [], 'lock.cases: unknown field'],
    [coinflip.lock, 'feeBps', undefined, 'lock.feeBps: missing'],
    [coinflip.lock, 'feeBps', 10_001, 'lock.feeBps: 10001 is not between 0 and 10000'],
    [coinflip.lock, 'lockedAt', 1.5, 'lock.lockedAt: not a safe integer (1.5)'],
    [coinflip.lock, 'lockedAt', -0, 'lock.lockedAt: not a safe integer'],
    [coinflip.lock, 'hash', 'A'.repeat(64), 'lock.hash: not 32 bytes of lower-case hex'],
    [coinflip.lock, 'roundId', 'a.b', 'lock.roundId: not only letters'],
    [coinflip.lock, 'drand.round', 0, 'lock.drand.round: 0 is not between'],
    [coinflip.lock, 'drand.seed', 1, 'lock.drand.seed: unknown field'],
    [coinflip.lock, 'drand.chain', '00', 'lock.drand.chain: not 32 bytes'],
    [coinflip.lock, 'eos', casebattle.lock.eos, 'lock.eos: null for a coinflip'],
    [coinflip.lock, 'game', 'roulette', 'lock.game: not "coinflip" or "jackpot" or "casebattle"'],
    [coinflip.lock, 'v', 'fp/1', 'lock.v: not "fp/2"'],
    [coinflip.lock, 'seal', undefined, 'lock.seal: missing'],
    [coinflip.lock, 'seal', null, 'lock.seal: not an object'],
    [coinflip.lock, 'seal.key', '00', 'lock.seal.key: not 160 bytes of lower-case hex'],
    [coinflip.lock, 'seal.box', '00'.repeat(33), 'lock.seal.box: not 32 bytes of lower-case hex'],
    [coinflip.lock, 'seal.window', '00', 'lock.seal.window: unknown field'],
    [coinflip.lock, 'type', 'open', 'lock.type: not "lock"'],
    [jackpot.lock, 'entries.0.side', 1, 'lock.entries[0].side: unknown field'],
    [jackpot.lock, 'entries', {}, 'lock.entries: not an array'],
    [jackpot.lock, 'entries', [ann, bob].map((player) => ({ player, cents: 0 })), 'lock.entries: a total of 0'],
    [jackpot.lock, 'entries', [{ player: ann, cents: 5 }], 'lock.entries: 1 items, at least 2 needed'],
    [jackpot.lock, 'entries', [ann, ann].map((player) => ({ player, cents: 5 })), 'lock.entries: one player only'],
    [casebattle.lock, 'eos', undefined, 'lock.eos: missing'],
    [casebattle.lock, 'eos.id', '00', 'lock.eos.id: not 32 bytes of lower-case hex'],
    [casebattle.lock, 'eos.time', 1, 'lock.eos.time: unknown field'],
    [casebattle.lock, 'cases.0.priceCents', undefined, 'lock.cases[0].priceCents: missing'],
    [casebattle.lock, 'entries.3.player', playerOf('p00'), 'lock.entries[3].player: a player who has a seat already'],
    [casebattle.lock, 'eos.block', 2 ** 32, 'lock.eos.block: 4294967296 is not between'],
    [casebattle.lock, 'cases', [], 'lock.cases: 0 items'],
    [casebattle.lock, 'cases.0.cents', [1], 'lock.cases[0].cents: 1 values for 3 weights'],
    [casebattle.lock, 'cases.0.weights', [0, 0, 0], 'lock.cases[0].weights: a total of 0'],
    [casebattle.lock, 'cases.1.weights.2', 0.1, 'lock.cases[1].weights[2]: not a safe integer (0.1)'],
    [casebattle.lock, 'entries.1.seat', 2, 'lock.entries[1]: team 0 seat 2 is out of order'],
    [casebattle.lock, 'entries.0.team', 1, 'lock.entries[0]: team 1 seat 0 is out of order'],
    [casebattle.lock, 'entries.3.team', 0, 'lock.entries[3]: team 0 seat 1 is out of order'],
  ])('%# refuses %s', (lock, path, value, message) => {
    expect(() => parseLock(changed(lock, path, value))).toThrow(message);
  });

  test('refuses anything that is not an object', () => {
    for (const value of [null, undefined, 1, 'lock', [], [coinflip.lock]])
      expect(() => parseLock(value)).toThrow('lock');
  });

  test('a total that doubles would round down is refused', () => {
    const entries = [2 ** 53 - 1, 1, 1].map((cents, i) => ({ player: i === 0 ? bob : ann, cents }));
    expect(() => parseLock(changed(jackpot.lock, 'entries', entries))).toThrow('9007199254740993');
    expect(() => sumOf([2 ** 53 - 1, 1, 1])).toThrow('beyond 2^53');
    expect(sumOf([2 ** 53 - 1, 1])).toBe(2 ** 53);
  });
});

describe('the key depends on every part of the lock', () => {
  test('reordered entries change it', () => {
    const entries = [...jackpot.lock.entries].reverse();
    expect(keyOf(parseLock(changed(jackpot.lock, 'entries', entries)))).not.toBe(keyOf(jackpot.lock));
  });

  test('one cent changes it, in any entry', () => {
    fc.assert(
      fc.property(fc.nat({ max: jackpot.lock.entries.length - 1 }), fc.constantFrom(1, 2, 100), (index, more) => {
        const lock = structuredClone(jackpot.lock) as unknown as { entries: Array<{ cents: number }> };
        const entry = lock.entries[index];
        if (entry === undefined) throw new Error('no entry');
        entry.cents += more;
        expect(keyOf(parseLock(lock))).not.toBe(keyOf(jackpot.lock));
      }),
    );
  });

  test.each<[string, unknown]>([
    ['roundId', 'rnd_other'],
    ['hash', '00'.repeat(32)],
    ['lockedAt', 1],
    ['feeBps', 1],
    ['drand.round', 7],
    ['eos.block', 8],
    ['eos.id', '00'.repeat(32)],
    ['eos', null],
    ['seal.key', '00'.repeat(160)],
    ['seal.box', '00'.repeat(32)],
    ['entries.0.player', playerOf('mallory')],
    ['cases.1.priceCents', 201],
    ['cases.1.weights.0', 2],
    ['cases.1.cents.0', 2],
    ['cases.1.caseId', 'bag'],
  ])('%s changes it', (path, value) => {
    expect(keyOf(parseLock(changed(casebattle.lock, path, value)))).not.toBe(keyOf(casebattle.lock));
  });

  test('the order of keys does not', () => {
    const reversed = parseLock(Object.fromEntries(Object.entries(jackpot.lock).reverse()));
    expect(lockHash(reversed)).toEqual(lockHash(jackpot.lock));
  });
});

describe('deriveKey', () => {
  const { lock } = coinflip;
  const good = { secret: coinflip.secret, drandSignature: coinflip.drand.signature, lock };

  test('takes exactly 48 bytes of signature', () => {
    for (const drandSignature of [
      '',
      good.drandSignature.repeat(2),
      good.drandSignature.slice(2),
      good.drandSignature.toUpperCase(),
    ])
      expect(() => deriveKey({ ...good, drandSignature })).toThrow('not 48 bytes');
  });
});

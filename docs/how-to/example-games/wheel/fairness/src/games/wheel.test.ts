/** The wheel: its vectors, the edges of its tickets, and a whole round as any verifier checks it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeProof, TEST_CHAIN } from '../testing/rounds.ts';
import { checkVector, parseVectors } from '../verify/vectors.ts';
import { verifyRound } from '../verify/verify.ts';
import { wheel, wheelOutcome, type WheelLock, type WheelOutcome } from './wheel.ts';

const file = new URL('../../vectors/wheel-vectors.json', import.meta.url);
const vectors = parseVectors(JSON.parse(readFileSync(file, 'utf8')));

describe('golden vectors, written by a second implementation', () => {
  test('cover every seat', () => {
    const winners = vectors.map(({ outcome }) => (outcome as WheelOutcome).winnerEntry);
    expect([...new Set(winners)].sort()).toEqual([0, 1, 2, 3]);
  });

  test.each(vectors.map((vector) => [vector.lock.roundId, vector] as const))('%s', (_, vector) => {
    expect(checkVector(vector)).toBeNull();
  });
});

const proof = makeProof('wheel');
const lock = proof.lock as WheelLock;
const judge = (over: object, chances?: readonly string[]) =>
  verifyRound({ ...proof, ...over }, { chains: [TEST_CHAIN], seen: { chances } });

test('each entry owns as many tickets as cents: its first and its last one', () => {
  const ends = lock.entries.map((_, at) => lock.entries.slice(0, at + 1).reduce((sum, { cents }) => sum + cents, 0));
  const winnerAt = (ticket: number) =>
    wheelOutcome(lock, (n, label) => {
      expect([n, label]).toEqual([ends.at(-1), 'wheel|ticket']);
      return ticket;
    }).winnerEntry;
  expect([0, ...ends.slice(0, -1)].map(winnerAt)).toEqual([0, 1, 2, 3]);
  expect(ends.map((end) => winnerAt(end - 1))).toEqual([0, 1, 2, 3]);
});

describe('a round', () => {
  test.each([1, 2, 3, 4, 5, 6])('verifies (seed %i)', (seed) => {
    expect(verifyRound(makeProof('wheel', seed), { chains: [TEST_CHAIN] }).failed).toBeNull();
  });

  test('other chances than shown are detected', () => {
    const shown = wheel.chances(lock).map(({ percent }) => percent);
    expect(judge({}, shown).failed).toBeNull();
    expect(judge({}, ['25.00', '25.00', '25.00', '25.00']).failed?.id).toBe('chance');
  });

  test.each<[string, object]>([
    ['the same player twice', { entries: lock.entries.with(3, lock.entries[0] ?? { player: '', cents: 0 }) }],
    ['three players', { entries: lock.entries.slice(0, 3) }],
    ['a block of EOS', { eos: { chain: 'test', block: 1, id: '00'.repeat(32) } }],
    ['a field of another game', { sides: 6 }],
  ])('%s is not a valid lock of a wheel', (_, over) => {
    expect(judge({ lock: { ...lock, ...over } }).failed?.id).toBe('shape');
  });

  test('a seat that does not exist wins nothing', () => {
    expect(judge({ outcome: { ...proof.outcome, winnerEntry: 4 } }).failed?.id).toBe('shape');
  });
});

/** The dice duel: its vectors, every pair of dice by hand, and a whole round as any verifier checks it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeProof, TEST_CHAIN } from '../testing/rounds.ts';
import { checkVector, parseVectors } from '../verify/vectors.ts';
import { verifyRound } from '../verify/verify.ts';
import { diceduel, diceduelOutcome, type DiceduelLock } from './diceduel.ts';

const file = new URL('../../vectors/diceduel-vectors.json', import.meta.url);
const vectors = parseVectors(JSON.parse(readFileSync(file, 'utf8')));

/** Deals these faces, and records the labels they were drawn under. */
function dealt(...faces: readonly number[]) {
  const labels: string[] = [];
  const outcome = diceduelOutcome((n, label) => {
    expect(n).toBe(6);
    labels.push(label);
    return (faces[labels.length - 1] ?? 0) - 1;
  });
  return { outcome, labels };
}

describe('golden vectors, written by a second implementation', () => {
  test('cover both winners, and rounds with repeated throws', () => {
    const seen = vectors.map(({ outcome }) => outcome as ReturnType<typeof diceduelOutcome>);
    expect(new Set(seen.map(({ winnerEntry }) => winnerEntry))).toEqual(new Set([0, 1]));
    expect(Math.max(...seen.map(({ throws }) => throws.length))).toBeGreaterThanOrEqual(4);
  });

  test.each(vectors.map((vector) => [vector.lock.roundId, vector] as const))('%s', (_, vector) => {
    expect(checkVector(vector)).toBeNull();
  });
});

describe('the dice', () => {
  const faces = [1, 2, 3, 4, 5, 6];
  const pairs = faces.flatMap((first) => faces.map((second) => [first, second] as const));

  test('the higher one wins: 15 of 36 pairs for each player, 6 are thrown again', () => {
    const ends = pairs.map(([first, second]) => dealt(first, second, 1, 6).outcome);
    expect(ends.filter(({ throws }) => throws.length === 2)).toHaveLength(6);
    const once = ends.filter(({ throws }) => throws.length === 1);
    expect(once.filter(({ winnerEntry }) => winnerEntry === 0)).toHaveLength(15);
    for (const { throws, winnerEntry } of once)
      expect(winnerEntry).toBe((throws[0]?.[0] ?? 0) > (throws[0]?.[1] ?? 0) ? 0 : 1);
  });

  test('equal dice are thrown again, each die of each throw under its own label', () => {
    const { outcome, labels } = dealt(2, 2, 5, 5, 6, 1);
    expect(outcome).toEqual({
      throws: [
        [2, 2],
        [5, 5],
        [6, 1],
      ],
      winnerEntry: 0,
    });
    expect(labels).toEqual([0, 1, 2].flatMap((at) => [`diceduel|throw|${at}|0`, `diceduel|throw|${at}|1`]));
    expect(labels.map((label) => diceduel.ticket(outcome, label))).toEqual([1, 1, 4, 4, 5, 0]);
    expect(diceduel.ticket(outcome, 'diceduel|throw|3|0')).toBeUndefined();
  });
});

describe('a round', () => {
  const proof = makeProof('diceduel');
  const judge = (over: object, chances?: readonly string[]) =>
    verifyRound({ ...proof, ...over }, { chains: [TEST_CHAIN], seen: { chances } });

  test.each([1, 2, 3, 4, 5, 6])('verifies (seed %i)', (seed) => {
    expect(verifyRound(makeProof('diceduel', seed), { chains: [TEST_CHAIN] }).failed).toBeNull();
  });

  test('a false face, another winner and other chances than shown are detected', () => {
    const { throws, winnerEntry } = proof.outcome as ReturnType<typeof diceduelOutcome>;
    expect(judge({ outcome: { throws, winnerEntry: 1 - winnerEntry } }).failed?.id).toBe('outcome');
    expect(judge({ outcome: { throws: [...throws, [6, 1]], winnerEntry } }).failed?.id).toBe('outcome');
    expect(judge({}, ['50.00', '50.00']).failed).toBeNull();
    expect(judge({}, ['48.31', '51.69']).failed?.id).toBe('chance');
  });

  test.each<[string, object]>([
    ['the same player twice', { entries: Array(2).fill((proof.lock as DiceduelLock).entries[0]) }],
    ['one player', { entries: (proof.lock as DiceduelLock).entries.slice(0, 1) }],
    ['a block of EOS', { eos: { chain: 'test', block: 1, id: '00'.repeat(32) } }],
    ['a field of another game', { sides: 6 }],
  ])('%s is not a valid lock of a duel', (_, over) => {
    expect(judge({ lock: { ...proof.lock, ...over } }).failed?.id).toBe('shape');
  });

  test.each([[[[0, 1]]], [[[7, 1]]], [[[1, 2, 3]]], [[]]])('%j are not valid throws', (throws) => {
    expect(judge({ outcome: { throws, winnerEntry: 0 } }).failed?.id).toBe('shape');
  });
});

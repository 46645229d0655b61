/** What a browser may say it saw of a balance, and what it may not. */
import { describe, expect, test } from 'vitest';
import { MOST_APART_MS, seenAt, withLook, type BalanceNote } from './balance-notes.ts';

const MINUTE = 60_000;
const looks = (...all: readonly (readonly [cents: number, minute: number])[]) =>
  all.reduce<readonly BalanceNote[]>((notes, [cents, minute]) => withLook(notes, cents, minute * MINUTE), []);

describe('a moment', () => {
  test('is covered while the page looks again and again', () => {
    expect(seenAt(looks([100, 0], [100, 1], [100, 2]), MINUTE)).toBe(100);
  });

  test('is not covered where nobody looked for long, even if the balance is the same afterwards', () => {
    expect(looks([100, 0], [100, MOST_APART_MS / MINUTE + 1])).toHaveLength(2);
    expect(seenAt(looks([100, 0], [100, 9]), 4 * MINUTE)).toBeNull();
  });

  test('is not covered at the moment of a change, nor before the first and behind the last look', () => {
    const notes = looks([100, 0], [100, 2], [50, 3], [50, 5]);
    expect([0, 1, 3, 4, 5].map((minute) => seenAt(notes, minute * MINUTE))).toEqual([null, 100, null, 50, null]);
  });

  test('of a clock that was put back is a note of its own', () => {
    expect(looks([100, 10], [100, 5])).toHaveLength(2);
  });

  test('long ago is forgotten', () => {
    const many = looks(...Array.from({ length: 300 }, (_, n) => [n, n] as const));
    expect([many.length, many[0]?.cents]).toEqual([200, 100]);
  });
});

/** Which moments a browser's notes of the balance cover. */
import { describe, expect, test } from 'vitest';
import { balanceAt, MAX_GAP_MS, withSample, type BalanceNote } from './balance-notes.ts';

const MINUTE = 60_000;
const sampled = (...all: readonly (readonly [cents: number, minute: number])[]) =>
  all.reduce<readonly BalanceNote[]>((notes, [cents, minute]) => withSample(notes, cents, minute * MINUTE), []);

describe('a moment', () => {
  test('is covered while the page samples regularly', () => {
    expect(balanceAt(sampled([100, 0], [100, 1], [100, 2]), MINUTE)).toBe(100);
  });

  test('is not covered after a long gap, even if the balance is the same afterwards', () => {
    expect(sampled([100, 0], [100, MAX_GAP_MS / MINUTE + 1])).toHaveLength(2);
    expect(balanceAt(sampled([100, 0], [100, 9]), 4 * MINUTE)).toBeNull();
  });

  test('is not covered at a change, nor before the first or after the last sample', () => {
    const notes = sampled([100, 0], [100, 2], [50, 3], [50, 5]);
    expect([0, 1, 3, 4, 5].map((minute) => balanceAt(notes, minute * MINUTE))).toEqual([null, 100, null, 50, null]);
  });

  test('after the clock was set back starts a new note', () => {
    expect(sampled([100, 10], [100, 5])).toHaveLength(2);
  });

  test('in the distant past is dropped', () => {
    const many = sampled(...Array.from({ length: 300 }, (_, n) => [n, n] as const));
    expect([many.length, many[0]?.cents]).toEqual([200, 100]);
  });
});

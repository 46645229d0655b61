import { describe, expect, test } from 'vitest';
import { nextSeal, sealText, type BrowserSeal } from '../../fairness/seal.ts';
import { isKeptHead, consistencySpan } from './kept-head.ts';
import { readNumber } from './round-number.ts';

describe('the kept checkpoint', () => {
  test('accepts only values of the right shape', () => {
    const kept = { key: 'a+b+c', note: 'text', size: 3, at: 1 };
    expect(isKeptHead(kept)).toBe(true);
    for (const broken of [null, 'x', {}, { ...kept, size: '3' }, { ...kept, note: 1 }, { ...kept, at: null }])
      expect(isKeptHead(broken)).toBe(false);
  });

  test('requests a proof from the smaller to the larger log, and none between equal sizes', () => {
    expect(consistencySpan(null, 5)).toBeNull();
    expect(consistencySpan({ size: 5 }, 5)).toBeNull();
    expect(consistencySpan({ size: 3 }, 5)).toEqual({ from: 3, to: 5 });
    expect(consistencySpan({ size: 9 }, 5)).toEqual({ from: 5, to: 9 });
  });
});

describe('the seal of a round that was looked up', () => {
  const verified: BrowserSeal = {
    state: 'verified',
    since: 'open',
    simulated: false,
    checks: 16,
    trace: { ticket: 1, total: 2, beaconRound: '3' },
  };

  test('says whether the log contains the round', () => {
    const found = nextSeal(verified, { event: 'logged', problem: null, size: 12 });
    expect(sealText(found).detail).toContain('found the round in the public log');
    const missing = nextSeal(verified, { event: 'logged', problem: null, size: null });
    expect(sealText(missing).detail).toContain('not in the public log yet');
    expect(sealText(verified).detail).not.toContain('public log');
  });

  test('is a final mismatch when the log contradicts', () => {
    const split = nextSeal(verified, { event: 'logged', problem: 'another lock', size: null });
    expect(split).toEqual({ state: 'mismatch', reason: 'another lock', step: 'log' });
    expect(nextSeal(split, { event: 'logged', problem: null, size: 12 })).toBe(split);
  });

  test('does not become verified by the log alone', () => {
    expect(nextSeal(undefined, { event: 'logged', problem: null, size: 12 }).state).toBe('watching');
  });
});

test.each([
  ['17', 17],
  [' #17 ', 17],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['x', null],
  ['', null],
  ['9'.repeat(16), null],
])('reads the typed number %j as %j', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

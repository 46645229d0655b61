import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, centsFromUsd, formatUsd, plainUsd, sumCents, usd } from './money.ts';

const amount = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }).map(cents);

describe('cents', () => {
  test.each([0.5, NaN, Infinity, 2 ** 53])('%s is not an amount', (n) => {
    expect(() => cents(n)).toThrow(RangeError);
  });

  test('there is one zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
  });

  test('a sum beyond the safe integers throws instead of rounding', () => {
    expect(() => sumCents([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError);
  });
});

describe('the wire', () => {
  test('every amount survives the way out and back, through JSON', () => {
    fc.assert(
      fc.property(amount, (a) => centsFromUsd(JSON.parse(JSON.stringify(usd(a))) as number) === a),
      { numRuns: 2000 },
    );
  });

  test.each([12.345, 0.001, 1e300, NaN])('%s dollars is refused', (n) => {
    expect(() => centsFromUsd(n)).toThrow(RangeError);
  });

  test('float noise of adding dollars is not a third decimal', () => {
    expect(centsFromUsd(0.1 + 0.2)).toBe(30);
  });
});

describe('texts', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [123456789, '$1,234,567.89'],
    [-205, '-$2.05'],
  ])('%i cents is written %s', (n, text) => {
    expect(formatUsd(cents(n))).toBe(text);
  });

  test('the bare number has two decimals and no grouping', () => {
    expect(plainUsd(cents(123456))).toBe('1234.56');
  });
});

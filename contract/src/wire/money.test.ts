import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, centsFromText, centsFromUsd, formatUsd, plainUsd, shareOf, sumCents, usd } from './money.ts';

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
  test('every amount survives the round trip through JSON', () => {
    fc.assert(
      fc.property(amount, (a) => centsFromUsd(JSON.parse(JSON.stringify(usd(a))) as number) === a),
      { numRuns: 2000 },
    );
  });

  test.each([12.345, 0.001, 1e300, NaN])('%s dollars is refused', (n) => {
    expect(() => centsFromUsd(n)).toThrow(RangeError);
  });

  test('float noise from adding dollars is not a third decimal', () => {
    expect(centsFromUsd(0.1 + 0.2)).toBe(30);
  });
});

describe('shares', () => {
  const any = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map(cents);

  test('are exact for every amount and rate, in the requested rounding', () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 10_000 }), (whole, bps) => {
        const product = BigInt(whole) * BigInt(bps);
        expect(BigInt(shareOf(whole, bps))).toBe(product / 10_000n);
        expect(BigInt(shareOf(whole, bps, 'up'))).toBe((product + 9_999n) / 10_000n);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a share that is not a safe integer throws', () => {
    expect(() => shareOf(cents(Number.MAX_SAFE_INTEGER), 11_000)).toThrow(RangeError);
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

  test.each([
    ['20', 2_000],
    ['20.', 2_000],
    [' 20.5 ', 2_050],
    ['0.07', 7],
    ['999999999.99', 99_999_999_999],
    ['1.005', null],
    ['1e3', null],
    ['-1', null],
    ['.5', null],
    ['', null],
    ['1000000000', null],
  ])('"%s" is read as %s cents', (text, amount) => {
    expect(centsFromText(text)).toBe(amount);
  });
});

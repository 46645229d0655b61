/**
 * Is the sampler unbiased, and would we notice if it were not? Keys and labels are fixed, so every run draws the same
 * tickets: a p-value here is a fact about the code, not a matter of luck. Compared with two widely used samplers.
 */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../encoding/bytes.ts';
import { chiSquareP, upperGamma } from '../testing/chi-square.ts';
import { blockOf, uniform } from './uniform.ts';
import { sha256 } from '@noble/hashes/sha2.js';

const KEY = sha256(utf8('statistics'));
const DRAWS = 60_000;
type DrawOne = (n: number, label: string) => number;

const ours: DrawOne = (n, label) => uniform(KEY, n, label);
/** The first 32 bits modulo n. */
const mod32: DrawOne = (n, label) => new DataView(blockOf(KEY, label, 0).buffer).getUint32(0) % n;
/** `parseInt` of the first 15 hex digits modulo n: 60 bits, of which a double keeps 53. */
const hex15: DrawOne = (n, label) =>
  Number.parseInt(
    Buffer.from(blockOf(KEY, label, 0))
      .toString('hex')
      .slice(0, 15),
    16,
  ) % n;

/** p-value of `DRAWS` tickets of n, sorted into equally likely bins. */
function pOf(drawOne: DrawOne, n: number, bins: number, binOf: (ticket: number) => number, name: string): number {
  const counts = Array.from({ length: bins }, () => 0);
  for (let i = 0; i < DRAWS; i += 1) {
    const bin = binOf(drawOne(n, `${name}|${i}`));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return chiSquareP(
    counts,
    counts.map(() => DRAWS / bins),
  );
}

const thirds = 3 * 2 ** 30;
const byThird = (ticket: number): number => Math.floor(ticket / 2 ** 30);
const byParity = (ticket: number): number => ticket % 2;

describe('chi-square', () => {
  test.each([
    [0.5, 3.841458820694124 / 2, 0.05],
    [5, 18.307038053275146 / 2, 0.05],
    [50, 135.80672317102676 / 2, 0.01],
    [1, 0.2 / 2, 0.9048374180359595],
  ])('agrees with the tables at %f degrees / 2', (a, x, p) => {
    expect(upperGamma(a, x)).toBeCloseTo(p, 9);
  });
});

describe('the sampler of fp/2 is unbiased', () => {
  test.each([2, 3, 10, 97, 1000])('every one of %i tickets comes equally often', (n) => {
    expect(pOf(ours, n, n, (ticket) => ticket, `each ${n}`)).toBeGreaterThan(0.001);
  });

  test('thirds of 3 * 2^30 tickets', () => {
    expect(pOf(ours, thirds, 3, byThird, 'thirds')).toBeGreaterThan(0.001);
  });

  test('odd and even of 100,000 tickets', () => {
    expect(pOf(ours, 100_000, 2, byParity, 'parity')).toBeGreaterThan(0.001);
  });

  test('tickets under neighbouring labels are independent', () => {
    const pairs = (_: number, label: string): number => 10 * ours(10, `${label}|0`) + ours(10, `${label}|1`);
    expect(pOf(pairs, 100, 100, (pair) => pair, 'pairs')).toBeGreaterThan(0.001);
  });
});

describe('a biased sampler is caught', () => {
  test('32 bits modulo n prefers low tickets', () => {
    expect(pOf(mod32, thirds, 3, byThird, 'thirds')).toBeLessThan(1e-12);
  });

  test('parseInt of 15 hex digits modulo n almost never hits an odd ticket', () => {
    expect(pOf(hex15, 100_000, 2, byParity, 'parity')).toBeLessThan(1e-12);
  });
});

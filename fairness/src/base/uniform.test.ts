import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draw, ticketOf, uniform } from './uniform.ts';

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });
const sizes = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.bigInt(1n, 1n << 53n).map(Number));
const KEY = new Uint8Array(32).fill(9);
/** 2^64 = 2048 n + (n - 512): nearly every 2049th word must be rejected, the highest rate for any n up to 2^53. */
const PICKY = Number((1n << 64n) / 2049n + 1n);

/** The protocol's text, word by word, on another HMAC. */
function reference(key: Uint8Array, n: number, label: string): { value: number; rejected: number } {
  const limit = ((1n << 64n) / BigInt(n)) * BigInt(n);
  for (let j = 0, rejected = 0; ; j += 1) {
    const block = createHmac('sha256', key).update(`fp/2|${label}|${j}`).digest();
    for (let at = 0; at < 32; at += 8) {
      const word = block.readBigUInt64BE(at);
      if (word < limit) return { value: Number(word % BigInt(n)), rejected };
      rejected += 1;
    }
  }
}

describe('uniform', () => {
  test('stays in [0, n) and follows the protocol text, for every n up to 2^53', () => {
    fc.assert(
      fc.property(keys, sizes, fc.string(), (key, n, label) => {
        const value = uniform(key, n, label);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(n);
        expect(value).toBe(reference(key, n, label).value);
      }),
    );
  });

  test('one ticket is always ticket 0; 2^53 tickets are possible', () => {
    expect(uniform(KEY, 1, 'x')).toBe(0);
    expect(uniform(KEY, 2 ** 53, 'x')).toBe(reference(KEY, 2 ** 53, 'x').value);
  });

  test('words at and above the limit are refused', () => {
    const labels = Array.from({ length: 20_000 }, (_, i) => `refuse ${i}`);
    const refused = labels.filter((label) => draw(KEY, PICKY, label).rejected > 0);
    expect(refused.length).toBeGreaterThan(0);
    for (const label of refused) {
      const { value, rejected } = draw(KEY, PICKY, label);
      expect({ value, rejected }).toEqual(reference(KEY, PICKY, label));
    }
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53 + 2])('refuses to draw one of %d', (n) => {
    expect(() => uniform(KEY, n, 'x')).toThrow('not an integer from 1 to 2^53');
  });

  test('refuses a key of another length', () => {
    expect(() => uniform(new Uint8Array(31), 2, 'x')).toThrow('32 bytes');
  });
});

describe('ticketOf', () => {
  test('takes the last word below the limit and rejects the limit itself', () => {
    fc.assert(
      fc.property(sizes, (n) => {
        const limit = ((1n << 64n) / BigInt(n)) * BigInt(n);
        expect(ticketOf(limit - 1n, n)).toBe(n - 1);
        if (limit < 1n << 64n) expect(ticketOf(limit, n)).toBeNull();
        expect(ticketOf(0n, n)).toBe(0);
      }),
    );
    expect(ticketOf(0xffff_ffff_ffff_ffffn, 2 ** 53)).toBe(2 ** 53 - 1);
    expect(ticketOf(0xffff_ffff_ffff_ffffn, 3)).toBeNull();
    expect(ticketOf(0xffff_ffff_ffff_fffen, 3)).toBe(2);
  });
});

describe('draw', () => {
  test('shows the block and the word that the ticket comes from', () => {
    const { block, digest, word, value, n, rejected } = draw(KEY, 1000, 'coinflip|ticket');
    expect({ block, rejected }).toEqual({ block: 0, rejected: 0 });
    expect(digest).toBe(createHmac('sha256', KEY).update('fp/2|coinflip|ticket|0').digest('hex'));
    expect(BigInt(`0x${digest.slice(0, 16)}`)).toBe(BigInt(word));
    expect(Number(BigInt(word) % BigInt(n))).toBe(value);
  });
});

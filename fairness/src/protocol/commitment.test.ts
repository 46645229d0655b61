import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, equalBytes, fromHex, lp, toHex, uint64be, utf8 } from '../encoding/bytes.ts';
import { GAME_NAMES } from '../games/index.ts';
import { commitmentOf, makeSecret, parseSecret } from './commitment.ts';

const random32 = new Uint8Array(32).fill(0xab);
const sound = makeSecret({ game: 'jackpot', roundId: 'rnd_1', random32 });

describe('secrets', () => {
  test('name game and round, and parse back', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(
        fc.constantFrom(...GAME_NAMES),
        fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/),
        bytes,
        (game, roundId, random) => {
          const secret = makeSecret({ game, roundId, random32: random });
          expect(secret).toBe(`fp2.${game}.${roundId}.${toHex(random)}`);
          expect(parseSecret(secret)).toEqual({ game, roundId, random: toHex(random) });
        },
      ),
    );
  });

  test.each([
    ['nothing', ''],
    ['another version', sound.replace('fp2', 'fp1')],
    ['another game', sound.replace('jackpot', 'roulette')],
    ['no round', sound.replace('rnd_1', '')],
    ['a dot in the round', sound.replace('rnd_1', 'rnd.1')],
    ['a part more', `${sound}.x`],
    ['upper case', sound.replace(/ab/g, 'AB')],
    ['a byte less', sound.slice(0, -2)],
  ])('%s is refused', (_, text) => {
    expect(() => parseSecret(text)).toThrow('secret');
  });

  test('require 32 random bytes, and an id that parses back', () => {
    expect(() => makeSecret({ game: 'jackpot', roundId: 'rnd_1', random32: random32.slice(1) })).toThrow(
      '32 random bytes',
    );
    expect(() => makeSecret({ game: 'jackpot', roundId: 'a.b', random32 })).toThrow('not a round id');
  });

  test('have the sha256 of their text as commitment', () => {
    expect(commitmentOf(sound)).toBe(createHash('sha256').update(sound).digest('hex'));
  });
});

describe('bytes', () => {
  test('hex round trips in one spelling', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => equalBytes(fromHex(toHex(bytes)), bytes)));
    for (const bad of ['0', 'AB', '0x00', 'zz', ' 00', '00\n']) expect(() => fromHex(bad)).toThrow('hex');
  });

  test('a length prefix keeps neighbouring fields apart', () => {
    expect(toHex(lp(utf8('abc')))).toBe('0003616263');
    expect(toHex(lp(new Uint8Array()))).toBe('0000');
    expect(lp(new Uint8Array(65_535)).slice(0, 2)).toEqual(Uint8Array.of(255, 255));
    expect(() => lp(new Uint8Array(65_536))).toThrow('too long');
    const text = fc.string();
    fc.assert(
      fc.property(text, text, text, text, (a, b, c, d) => {
        const same = equalBytes(concat(lp(utf8(a)), lp(utf8(b))), concat(lp(utf8(c)), lp(utf8(d))));
        expect(same).toBe(equalBytes(utf8(a), utf8(c)) && equalBytes(utf8(b), utf8(d)));
      }),
    );
  });

  test('a round number is 8 bytes, big-endian', () => {
    expect(toHex(uint64be(1))).toBe('0000000000000001');
    expect(toHex(uint64be(Number.MAX_SAFE_INTEGER))).toBe('001fffffffffffff');
    for (const bad of [-1, 0.5, 2 ** 53]) expect(() => uint64be(bad)).toThrow('safe integer');
  });
});

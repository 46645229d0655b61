/** The tokenizer: emoji, mentions, and that no text is lost or added. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMOJI, EMOJI_BY_CODE } from '../../../emoji-kit/codes.ts';
import { mentions, tokenize } from './tokens.ts';

const kinds = (text: string, own: string | null = null) =>
  tokenize(text, own).map((token) => (token.kind === 'text' ? token.text : `${token.kind} ${token.text}`));

describe('emoji', () => {
  test.each([
    [':gg:', ['emoji :gg:']],
    ['well :gg: all', ['well ', 'emoji :gg:', ' all']],
    [':GG:', ['emoji :GG:']],
    [':100::fire:', ['emoji :100:', 'emoji :fire:']],
    [':x:gg:', [':x', 'emoji :gg:']],
    ['::gg::', [':', 'emoji :gg:', ':']],
    [':gg', [':gg']],
    [': gg:', [': gg:']],
    ['12:30:15', ['12:30:15']],
    [':unknown:', [':unknown:']],
    [':__proto__:', [':__proto__:']],
    [':constructor:', [':constructor:']],
    [':toString:', [':toString:']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test('there are 49, including the five of the spec, all valid', () => {
    expect(EMOJI).toHaveLength(49);
    expect(EMOJI_BY_CODE.size).toBe(49);
    for (const code of ['100', 'gg', 'kappa', 'money', 'win']) expect(EMOJI_BY_CODE.has(code)).toBe(true);
    for (const { code } of EMOJI) expect(kinds(`:${code}:`)).toEqual([`emoji :${code}:`]);
  });
});

describe('mentions', () => {
  test.each([
    ['@mika hi', 'rookbolt', ['mention @mika', ' hi']],
    ['hi @ROOKBOLT!', 'rookbolt', ['hi ', 'mention @ROOKBOLT', '!']],
    ['@rookbolts', 'rookbolt', ['mention @rookbolts']],
    ['mail a@mika.com', null, ['mail a@mika.com']],
    ['@small hours ok', 'small hours', ['mention @small hours', ' ok']],
    ['@Hollis (moderator)!', 'Hollis (moderator)', ['mention @Hollis (moderator)', '!']],
    ['@ @', 'rookbolt', ['@ @']],
    ['@@mika', null, ['@', 'mention @mika']],
    ['(@мика)', null, ['(', 'mention @мика', ')']],
  ])('%j read by %j', (text, own, expected) => {
    expect(kinds(text, own)).toEqual(expected);
  });

  test('only the player’s own name counts as a mention', () => {
    expect(mentions('@rookbolt hi', 'rookbolt')).toBe(true);
    expect(mentions('@rookbolt2 hi', 'rookbolt')).toBe(false);
    expect(mentions('rookbolt hi', 'rookbolt')).toBe(false);
    expect(mentions('@ hi', '')).toBe(false);
  });
});

const piece = fc.oneof(
  fc.constantFrom(':', '@', ':gg:', ':fire:', '@mika', '@me', ' ', '::', ':x:', 'me', '<b>', '\ud83d', '\u0301'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const anyMessage = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));

test('the joined pieces are the message; no piece is empty; every emoji is one of the 49', () => {
  fc.assert(
    fc.property(anyMessage, fc.option(fc.string({ minLength: 1, maxLength: 8 })), (text, own) => {
      const tokens = tokenize(text, own);
      expect(tokens.map((token) => token.text).join('')).toBe(text);
      for (const token of tokens) {
        expect(token.text).not.toBe('');
        if (token.kind === 'emoji') expect(EMOJI_BY_CODE.has(token.code)).toBe(true);
        if (token.kind === 'mention') expect(token.text.startsWith('@')).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** Suggestions at the caret: when they appear, which, and what accepting one writes. */
import { describe, expect, test } from 'vitest';
import { complete, completionAt, insertAt } from './completion.ts';
import { findEmoji } from '../../../emoji-kit/codes.ts';

const names = ['mika', 'Marzipan', 'small hours'];
const at = (text: string) => completionAt(text, text.length, names);

describe('completionAt', () => {
  test.each([
    ['nice :fi', 'emoji', ['fire']],
    [':lu', 'emoji', ['luck', 'gl']],
    ['gg @m', 'name', ['mika', 'Marzipan']],
    ['@', 'name', names],
    ['@SMALL', 'name', ['small hours']],
  ])('%j suggests', (text, kind, options) => {
    expect(at(text)).toMatchObject({ kind, options });
  });

  test.each(['', 'nice', ':D', ':', '12:30', 'a:fi', ':fire:', ':zzzz', 'mail a@m', '@mika', '@zz'])(
    '%j suggests nothing',
    (text) => {
      expect(at(text)).toBeNull();
    },
  );

  test('uses the word before the caret, not the end of the text', () => {
    expect(completionAt(':fi and more', 3, names)?.options).toEqual(['fire']);
    expect(completionAt(':fi and more', 8, names)).toBeNull();
  });
});

test('accepting one replaces the word and moves the caret behind it', () => {
  const emoji = completionAt('so :fi today', 6, names);
  expect(emoji && complete('so :fi today', 6, emoji, 'fire')).toEqual({ text: 'so :fire: today', caret: 10 });
  const name = completionAt('@sm', 3, names);
  expect(name && complete('@sm', 3, name, 'small hours')).toEqual({ text: '@small hours ', caret: 13 });
});

test('a picked emoji replaces the selection and keeps spaces around it', () => {
  expect(insertAt('well', { from: 4, to: 4 }, ':gg:')).toEqual({ text: 'well :gg: ', caret: 10 });
  expect(insertAt('a bad word here', { from: 2, to: 10 }, ':gg:')).toEqual({ text: 'a :gg: here', caret: 7 });
  expect(insertAt('', { from: 0, to: 0 }, ':gg:')).toEqual({ text: ':gg: ', caret: 5 });
});

test('search matches codes first, then meanings', () => {
  expect(findEmoji('')).toHaveLength(49);
  expect(findEmoji('co')[0]?.code).toBe('coin');
  expect(findEmoji('laugh').map((emoji) => emoji.code)).toEqual(['lol', 'rofl']);
  expect(findEmoji('nothing like it')).toEqual([]);
});

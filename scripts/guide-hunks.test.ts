/** Hunks of the guide: parsed, applied and reverted exactly, or refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applied, costOf, differences, hunksOf as read, reversed } from './guide-hunks.mjs';

const root = join(import.meta.dirname, '..');
const hunksOf = (markdown: string) => read(markdown, 'dice');
const block = (...lines: readonly string[]) => ['Words.', '```diff dice', '# a/b.ts', ...lines, '```', ''].join('\n');

test('a block yields its hunks, and counts added and removed lines', () => {
  const hunks = hunksOf(block(' one', '+two', '@@', '-three', '+four', ' five'));
  expect(hunks).toEqual([
    { file: 'a/b.ts', before: 'one\n', after: 'one\ntwo\n', lines: 1 },
    { file: 'a/b.ts', before: 'three\nfive\n', after: 'four\nfive\n', lines: 2 },
  ]);
  const [first, second] = hunks;
  if (!first || !second) throw new Error('two hunks');
  const text = 'one\nthree\nfive\n';
  const changed = applied(applied(text, first), second);
  expect(changed).toBe('one\ntwo\nfour\nfive\n');
  expect(applied(applied(changed, reversed(second)), reversed(first))).toBe(text);
});

test.each([
  ['no such place', 'none\n', /found 0 times/],
  ['two such places', 'one\nx\none\n', /found 2 times/],
  ['a part of a line', 'and one\n', /found 0 times/],
])('%s is refused', (_, text, problem) => {
  const [hunk] = hunksOf(block(' one', '+two'));
  if (!hunk) throw new Error('one hunk');
  expect(() => applied(text, hunk)).toThrow(problem);
});

test('a block without a path, or with a malformed line, is refused', () => {
  expect(() => hunksOf(block('+two'))).toThrow('without a place');
  expect(() => hunksOf(block(' one', 'two'))).toThrow('must begin with');
});

test('the cost is the number of distinct files and of all lines', () => {
  const hunks = [
    ...hunksOf(block(' one', '+two', '@@', '-three', '+four')),
    { ...hunksOf(block(' a', '+b'))[0]!, file: 'c.ts' },
  ];
  expect(costOf(hunks)).toEqual({ touched: ['a/b.ts', 'c.ts'], lines: 4 });
});

test('leftover, missing and changed files are reported', () => {
  const before = new Map([
    ['same', '1'],
    ['changed', '1'],
    ['gone', '1'],
  ]);
  const after = new Map([
    ['same', '1'],
    ['changed', '2'],
    ['new', '1'],
  ]);
  expect(differences(before, after)).toEqual(['changed', 'gone', 'new']);
  expect(differences(before, new Map(before))).toEqual([]);
});

test('every hunk of the guide applies to the repository as it is now, or after the previous example', () => {
  const guide = readFileSync(join(root, 'docs/how-to/add-a-game.md'), 'utf8');
  const repo = new Map<string, string>();
  for (const game of ['diceduel', 'wheel']) {
    const hunks = read(guide, game);
    expect(hunks.length).toBeGreaterThan(3);
    for (const hunk of hunks) {
      const text = repo.get(hunk.file) ?? readFileSync(join(root, hunk.file), 'utf8');
      repo.set(hunk.file, applied(text, hunk));
    }
  }
});

test('a block with another purpose is ignored', () => {
  expect(read(block(' one', '+two'), 'wheel')).toEqual([]);
});

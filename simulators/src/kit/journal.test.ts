import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scratchDir } from '../testing/harness.ts';
import { Journal } from './journal.ts';

const Value = z.object({ n: z.number() });

function load(dir: string, prefix = 'a:') {
  return new Journal(dir, 'j').load(prefix, Value).map(({ id, value }) => [id, value.n]);
}

test('keeps the newest of each record, in the order of their first writing, and forgets dropped ones', () => {
  const dir = scratchDir();
  const journal = new Journal(dir, 'j');
  for (const [id, n] of [
    ['x', 1],
    ['y', 2],
    ['x', 3],
    ['z', 4],
  ] as const) {
    journal.put(`a:${id}`, { n });
    journal.commit();
  }
  journal.put('b:x', { n: 9 });
  journal.drop('a:z');
  journal.commit();
  expect(load(dir)).toEqual([
    ['x', 3],
    ['y', 2],
  ]);
  expect(load(dir, 'b:')).toEqual([['x', 9]]);
  expect(readFileSync(join(dir, 'j'), 'utf8').trim().split('\n')).toHaveLength(3);
  expect(statSync(join(dir, 'j')).mode & 0o777).toBe(0o600);
});

test('a change of several records is one line: a truncated line never happened', () => {
  const dir = scratchDir();
  const journal = new Journal(dir, 'j');
  journal.put('a:x', { n: 1 });
  journal.put('a:y', { n: 1 });
  journal.commit();
  journal.put('a:x', { n: 2 });
  journal.drop('a:y');
  journal.commit();
  const whole = readFileSync(join(dir, 'j'), 'utf8');
  const second = whole.indexOf('\n') + 1;
  for (const end of [second + 1, whole.length - 2, whole.length - 1]) {
    writeFileSync(join(dir, 'j'), whole.slice(0, end));
    expect(load(dir)).toEqual([
      ['x', 1],
      ['y', 1],
    ]);
  }
  writeFileSync(join(dir, 'j'), whole);
  expect(load(dir)).toEqual([['x', 2]]);
});

test.each(['{"a:x":{"n":1}}\n{"a:x":{"n', '{"a:x":{"n'])(
  'a line appended after a truncated one is read: %s',
  (text) => {
    const dir = scratchDir();
    writeFileSync(join(dir, 'j'), text);
    const before = text.includes('\n') ? [['x', 1]] : [];
    const journal = new Journal(dir, 'j');
    journal.put('a:y', { n: 5 });
    journal.commit();
    expect(load(dir)).toEqual([...before, ['y', 5]]);
  },
);

test('names a damaged file, and stores nothing without a directory', () => {
  const dir = scratchDir();
  appendFileSync(join(dir, 'j'), 'no json\n{"a:x":{"n":1}}\n');
  expect(() => new Journal(dir, 'j')).toThrow(/j is damaged: remove it/);
  const journal = new Journal(undefined, 'j');
  journal.put('a:x', { n: 1 });
  journal.commit();
  expect(journal.load('a:', Value)).toEqual([]);
});

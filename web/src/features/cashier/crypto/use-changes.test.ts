import { expect, test } from 'vitest';
import { changedRows } from './use-changes.ts';

const row = (id: string, status: string, createdAt: number) => ({ id, status, createdAt });

test('reports changed rows and new rows at the top, not unchanged rows or older pages', () => {
  const known = new Map([
    ['b', 'PENDING'],
    ['c', 'PENDING'],
  ]);
  const rows = [row('d', 'COMPLETED', 4), row('c', 'COMPLETED', 3), row('b', 'PENDING', 2), row('a', 'DECLINED', 1)];
  expect(changedRows(rows, known).map(({ id }) => id)).toEqual(['d', 'c']);
  expect(changedRows([row('a', 'PENDING', 1)], new Map()).map(({ id }) => id)).toEqual(['a']);
});

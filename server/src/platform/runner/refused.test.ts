import { expect, test } from 'vitest';
import { getKnown, InvariantBroken } from './refused.ts';

test('a value is found under the key for which it was loaded; a missing one is a bug', () => {
  const values = new Map([['ply_1', 0]]);
  expect(getKnown(values, 'ply_1')).toBe(0);
  expect(() => getKnown(values, 'ply_2')).toThrow(InvariantBroken);
});

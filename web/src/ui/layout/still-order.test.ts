import { describe, expect, test } from 'vitest';
import { arrange } from './still-order.ts';

const row = (id: string, owner = 'ann') => ({ id, owner });
const isMine = (of: { readonly owner: string }) => of.owner === 'me';

describe('the order of a list that is held', () => {
  test('nothing moves, comes or goes; what is new is counted', () => {
    const before = ['b', 'a'];
    expect(arrange(before, [row('d'), row('c'), row('a')], isMine, true)).toEqual({ ids: before, fresh: 2 });
  });

  test('an own row that is new is there at once, on top', () => {
    expect(arrange(['b', 'a'], [row('d', 'me'), row('c'), row('b'), row('a')], isMine, true)).toEqual({
      ids: ['d', 'b', 'a'],
      fresh: 1,
    });
  });

  test('let go, it is as it was given', () => {
    expect(arrange(['b', 'a'], [row('d'), row('a')], isMine, false)).toEqual({ ids: ['d', 'a'], fresh: 0 });
  });

  test('an empty list holds nothing back', () => {
    expect(arrange([], [row('a')], isMine, true).ids).toEqual(['a']);
  });

  test('the same rows stay the same array', () => {
    const before = ['b', 'a'];
    expect(arrange(before, [row('b'), row('a')], isMine, false).ids).toBe(before);
  });
});

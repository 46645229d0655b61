import { describe, expect, test } from 'vitest';
import { arrange } from './still-order.ts';

const row = (id: string, owner = 'ann') => ({ id, owner });
const isMine = (of: { readonly owner: string }) => of.owner === 'me';

describe('the order of a held list', () => {
  test('no row moves, appears or disappears; new rows are counted', () => {
    const before = ['b', 'a'];
    expect(arrange(before, [row('d'), row('c'), row('a')], isMine, true)).toEqual({ ids: before, fresh: 2 });
  });

  test('a new row of the player’s own appears at once, on top', () => {
    expect(arrange(['b', 'a'], [row('d', 'me'), row('c'), row('b'), row('a')], isMine, true)).toEqual({
      ids: ['d', 'b', 'a'],
      fresh: 1,
    });
  });

  test('a released list has its normal order', () => {
    expect(arrange(['b', 'a'], [row('d'), row('a')], isMine, false)).toEqual({ ids: ['d', 'a'], fresh: 0 });
  });

  test('an empty list holds nothing back', () => {
    expect(arrange([], [row('a')], isMine, true).ids).toEqual(['a']);
  });

  test('unchanged rows keep the same array', () => {
    const before = ['b', 'a'];
    expect(arrange(before, [row('b'), row('a')], isMine, false).ids).toBe(before);
  });
});

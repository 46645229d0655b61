import { describe, expect, test } from 'vitest';
import { settledGame, waitingGame } from './game.fixture.ts';
import { arrange, isOwn } from './order.ts';

const game = (id: string, owner = 'ply_ann') => {
  const base = waitingGame();
  return { ...base, id, firstUser: { ...base.firstUser, id: owner } };
};

describe('the order of the list', () => {
  test('own games stand first, the others as they come', () => {
    const games = [game('c'), game('b', 'ply_me'), game('a')];
    expect(arrange([], games, 'ply_me', false)).toEqual({ ids: ['b', 'c', 'a'], fresh: 0 });
    expect(arrange([], games, null, false).ids).toEqual(['c', 'b', 'a']);
  });

  test('a joiner owns the game as well', () => {
    expect(isOwn(settledGame(), 'ply_bob')).toBe(true);
    expect(isOwn(settledGame(), 'ply_ann')).toBe(true);
    expect(isOwn(settledGame(), 'ply_cyd')).toBe(false);
    expect(isOwn(settledGame(), null)).toBe(false);
  });

  test('while held nothing moves, comes or goes; what is new is counted', () => {
    const before = ['b', 'a'];
    expect(arrange(before, [game('d'), game('c'), game('a')], null, true)).toEqual({ ids: before, fresh: 2 });
  });

  test('an own game that is new is there at once, on top, although the list is held', () => {
    expect(arrange(['b', 'a'], [game('d', 'ply_me'), game('c'), game('b'), game('a')], 'ply_me', true)).toEqual({
      ids: ['d', 'b', 'a'],
      fresh: 1,
    });
  });

  test('let go, it is in order again', () => {
    expect(arrange(['b', 'a'], [game('d'), game('a')], null, false)).toEqual({ ids: ['d', 'a'], fresh: 0 });
  });

  test('an empty list holds nothing back', () => {
    expect(arrange([], [game('a')], null, true).ids).toEqual(['a']);
  });

  test('the same rows stay the same array', () => {
    const before = ['b', 'a'];
    expect(arrange(before, [game('b'), game('a')], null, false).ids).toBe(before);
  });
});

import { expect, test } from 'vitest';
import { settledGame, waitingGame } from './game.fixture.ts';
import { inOrder, isOwn } from './order.ts';

const game = (id: string, owner = 'ply_ann') => {
  const base = waitingGame();
  return { ...base, id, firstUser: { ...base.firstUser, id: owner } };
};

test('own games come first, the others keep their order', () => {
  const games = [game('c'), game('b', 'ply_me'), game('a')];
  expect(inOrder(games, 'ply_me').map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(inOrder(games, null).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

test('a game belongs to both players', () => {
  expect(isOwn(settledGame(), 'ply_bob')).toBe(true);
  expect(isOwn(settledGame(), 'ply_ann')).toBe(true);
  expect(isOwn(settledGame(), 'ply_cyd')).toBe(false);
  expect(isOwn(settledGame(), null)).toBe(false);
});

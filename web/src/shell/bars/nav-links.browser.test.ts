import { expect, test } from 'vitest';
import { ADDITIONAL, GAMES, isGameCurrent } from './nav-links.ts';

const current = (path: string): readonly string[] =>
  GAMES.filter((entry) => isGameCurrent(path, entry)).map((entry) => entry.game);

test.each([
  ['/', ['jackpot']],
  ['/jackpot', ['jackpot']],
  ['/coinflip', ['coinflip']],
  ['/casebattles', ['casebattles']],
  ['/casebattles/12', ['casebattles']],
  ['/coinflips', []],
  ['/faq', []],
])('at %s the highlighted games are %j', (path, games) => {
  expect(current(path)).toEqual(games);
});

test('only deposit, withdraw, marketplace and support need a session', () => {
  expect(ADDITIONAL.filter((entry) => entry.needsSession).map((entry) => entry.to)).toEqual([
    '/marketplace',
    '/deposit',
    '/withdraw',
    '/support',
  ]);
});

test('names are lower case in the DOM; the style sheet makes them upper case', () => {
  for (const { label } of GAMES) expect(label).toBe(label.toLowerCase());
});

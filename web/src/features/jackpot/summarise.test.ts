import { expect, test } from 'vitest';
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { summarise } from './summarise.ts';

const game = (phase: CoinflipGame['phase'], firstTotalUsd: number, secondTotalUsd = 0) => ({
  phase,
  firstTotalUsd,
  secondTotalUsd,
});

test('waiting games are counted and the cheapest named; running ones are on the table; finished ones are over', () => {
  const games = [
    game('WAITING', 24.5),
    game('WAITING', 5.25),
    game('COUNTDOWN', 60.1, 58.9),
    game('SETTLED', 900, 900),
  ];
  expect(summarise(games)).toEqual({ waiting: 2, running: 1, onTable: 14875, cheapest: 525 });
});

test('an empty table is nothing, not a guess', () => {
  expect(summarise([])).toEqual({ waiting: 0, running: 0, onTable: 0, cheapest: null });
});

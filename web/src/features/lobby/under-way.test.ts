/** Which game the first page shows as under way. */
import { expect, test } from 'vitest';
import { battleOf } from '../casebattles/battle.fixture.ts';
import { lockedGame, settledGame, waitingGame } from '../coinflip/game.fixture.ts';
import { pickUnderWay } from './under-way.ts';

const { battle: waitingBattle } = battleOf({ status: 'PENDING' });
const { battle: runningBattle } = battleOf({ status: 'STARTED', seed: 2 });

test('nothing is under way: no card', () => {
  expect(pickUnderWay([], [])).toBeNull();
  expect(pickUnderWay([settledGame()], [battleOf({ status: 'FINISHED' }).battle])).toBeNull();
});

test('a game that is being played comes before one that waits, whatever they are worth', () => {
  expect(pickUnderWay([lockedGame()], [waitingBattle])).toMatchObject({ game: 'coinflip', isPlaying: true });
  expect(pickUnderWay([waitingGame(2)], [runningBattle])).toMatchObject({ game: 'casebattle', isPlaying: true });
});

test('a waiting coinflip has one free spot, a battle as many as its seats less the taken ones', () => {
  const game = waitingGame();
  expect(pickUnderWay([game], [])).toMatchObject({ path: `/coinflip/${game.id}`, freeSpots: 1, isPlaying: false });
  expect(pickUnderWay([], [waitingBattle])).toMatchObject({
    path: `/casebattles/${waitingBattle.id}`,
    freeSpots: 3,
    isPlaying: false,
  });
});

test('a scripted round is not an example of a round', () => {
  expect(pickUnderWay([{ ...lockedGame(), scripted: true }], [{ ...runningBattle, scripted: true }])).toBeNull();
});

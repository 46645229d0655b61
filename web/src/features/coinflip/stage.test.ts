import { describe, expect, test } from 'vitest';
import { REVEAL_DELAY_MS } from '@fairpot/contract/coinflip/calls';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { lockedGame, settledGame, waitingGame } from './game.fixture.ts';
import {
  COIN_MS,
  flipAt,
  hasLeftList,
  isRevealed,
  landedAt,
  LINGER_MS,
  nextChangeAt,
  stageOf,
  veiled,
} from './stage.ts';

const game = settledGame();
const settledAt = game.settledAt ?? 0;
const deadlineAt = game.deadlineAt ?? 0;
const start = settledAt + REVEAL_DELAY_MS;

test('the server publishes the result in statistics and history at most half a second before the landing', () => {
  const landed = (landedAt(game) ?? 0) - settledAt;
  expect(RESULTS_VISIBLE_AFTER_MS.coinflip).toBeLessThan(landed);
  expect(RESULTS_VISIBLE_AFTER_MS.coinflip).toBeGreaterThanOrEqual(landed - 500);
});

describe('the stage of a game', () => {
  test.each([
    [waitingGame(), 0, 'waiting'],
    [lockedGame(), deadlineAt - 1, 'countdown'],
    [lockedGame(), deadlineAt, 'drawing'],
    [game, settledAt, 'known'],
    [game, start - 1, 'known'],
    [game, start, 'flipping'],
    [game, start + COIN_MS - 1, 'flipping'],
    [game, start + COIN_MS, 'landed'],
    [{ ...waitingGame(), phase: 'CANCELLED' as const }, 0, 'cancelled'],
    [{ ...lockedGame(), phase: 'VOIDED' as const }, deadlineAt, 'voided'],
  ])('%# is %s', (each, now, stage) => {
    expect(stageOf(each, now)).toBe(stage);
  });

  test('a result that arrives during the countdown waits for its end', () => {
    const early = { ...game, settledAt: deadlineAt - 5_000 };
    expect(stageOf(early, deadlineAt - 1)).toBe('countdown');
    expect(flipAt(early)).toBe(deadlineAt + REVEAL_DELAY_MS);
  });

  test('stepping from change to change visits every stage once, in order', () => {
    const seen = [];
    let now: number | null = settledAt;
    while (now !== null) {
      seen.push(stageOf(game, now));
      now = nextChangeAt(game, now);
    }
    expect(seen).toEqual(['known', 'flipping', 'landed']);
    expect(nextChangeAt(waitingGame(), 0)).toBeNull();
    expect(nextChangeAt(lockedGame(), 0)).toBe(deadlineAt);
  });
});

describe('the veil', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'before the landing a settled game reveals nothing of its result (seed %i)',
    (seed) => {
      const settled = settledGame(seed);
      const hidden = veiled(settled, (landedAt(settled) ?? 0) - 1);
      const otherWinner = settled.winnerSide === 1 ? 2 : 1;
      expect(veiled({ ...settled, winnerSide: otherWinner }, (landedAt(settled) ?? 0) - 1)).toEqual(hidden);
      expect(hidden).toMatchObject({
        winnerSide: null,
        secret: null,
        feeItemIds: [],
        fair: { ticket: null, drandSignature: null },
      });
      expect(isRevealed(settled, (landedAt(settled) ?? 0) - 1)).toBe(false);
    },
  );

  test('after the landing it is the game itself', () => {
    expect(veiled(game, landedAt(game) ?? 0)).toBe(game);
    expect(isRevealed(game, landedAt(game) ?? 0)).toBe(true);
  });
});

test('a game leaves the list a minute after its coin has landed, a cancelled one immediately', () => {
  expect(hasLeftList(game, (landedAt(game) ?? 0) + LINGER_MS)).toBe(false);
  expect(hasLeftList(game, (landedAt(game) ?? 0) + LINGER_MS + 1)).toBe(true);
  expect(hasLeftList({ ...waitingGame(), phase: 'CANCELLED' }, 0)).toBe(true);
  expect(hasLeftList(waitingGame(), Number.MAX_SAFE_INTEGER)).toBe(false);
});

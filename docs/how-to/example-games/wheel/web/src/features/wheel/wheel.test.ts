/** The pure parts of the wheel's page: from the view on the screen to the verdict, stages, veil, sums and texts. */
import { applyWheelFact } from '@fairpot/contract/wheel/views';
import { TURN_MS } from '@fairpot/contract/wheel/calls';
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { cents } from '@fairpot/contract/wire/money';
import { TEST_CHAIN } from '@fairpot/fairness/testing/rounds';
import { describe, expect, test } from 'vitest';
import { answer } from '../../fairness/answer.ts';
import { createRefusal, feeRule, joinRefusal, windowText } from './money-text.ts';
import { wheelObserver } from './observe.ts';
import { nextChangeAt, stageOf, veiled } from './stage.ts';
import { lockedWheel, settledWheel, waitingWheel } from './wheel.fixture.ts';

const { proofOf, watchedOf } = wheelObserver;
const wheel = settledWheel();

function judge(view: WheelGame) {
  const verified = answer({ ask: 'verify', proof: proofOf(view, TEST_CHAIN), chains: [TEST_CHAIN] });
  if (!('verdict' in verified)) throw new Error('not a verdict');
  return verified.verdict;
}

describe('the proof of the view on the screen', () => {
  test.each([1, 2, 3, 4])('an honest wheel verifies (seed %i)', (seed) => {
    expect(judge(settledWheel(seed)).failed).toBeNull();
  });

  test.each<[string, WheelGame, string]>([
    ['another winner', { ...wheel, winner: ((wheel.winner ?? 0) + 1) % 4 }, 'outcome'],
    [
      'another ticket',
      { ...wheel, fair: { ...wheel.fair, ticket: (wheel.fair.ticket ?? 0) + 1 } },
      'ticket:wheel|ticket',
    ],
    ['another secret', { ...wheel, secret: settledWheel(2).secret }, 'commitment'],
  ])('%s is detected', (_, tampered, step) => {
    expect(judge(tampered).failed?.id).toBe(step);
  });

  test('there is none before the result, and nothing to watch when the wheel was cancelled', () => {
    expect([waitingWheel(), lockedWheel()].map((each) => proofOf(each, TEST_CHAIN))).toEqual([null, null]);
    expect(watchedOf({ ...waitingWheel(), phase: 'CANCELLED' }, TEST_CHAIN)).toBeNull();
    expect(watchedOf(waitingWheel(), TEST_CHAIN)).toMatchObject({ chances: [], phase: 'open' });
    expect(watchedOf(lockedWheel(), TEST_CHAIN)?.chances).toEqual(['23.92', '24.64', '25.36', '26.08']);
  });
});

test('no result is shown until the wheel comes to rest', () => {
  const landed = (wheel.settledAt ?? 0) + TURN_MS;
  expect([stageOf(lockedWheel(), 0), stageOf(wheel, landed - 1), stageOf(wheel, landed)]).toEqual([
    'drawing',
    'turning',
    'landed',
  ]);
  expect([nextChangeAt(wheel, 0), nextChangeAt(wheel, landed), nextChangeAt(waitingWheel(), 0)]).toEqual([
    landed,
    null,
    null,
  ]);
  const shown = veiled(wheel, landed - 1);
  expect(shown).toMatchObject({ winner: null, secret: null, feeItemIds: [], fair: { ticket: null } });
  expect(veiled({ ...wheel, winner: 3, feeItemIds: [] }, landed - 1)).toEqual(shown);
  expect(veiled(wheel, landed)).toBe(wheel);
});

test('sums and texts are those of the server', () => {
  expect(windowText(waitingWheel())).toBe('$9.00 to $11.00');
  expect([899, 900, 1_100, 1_101].map((sum) => joinRefusal(waitingWheel(), cents(sum)) === null)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([createRefusal(cents(100), cents(100)), createRefusal(cents(100), cents(101))]).toEqual([
    'Min bet is 1.00$',
    null,
  ]);
  expect(feeRule(500)).toContain('at most 5%');
});

test('a fact changes the list once, and a cancelled wheel leaves it', () => {
  const list = { games: [waitingWheel()], minbet: 1, feeBps: 500, paused: false };
  const locked = lockedWheel();
  const fact = { type: 'wheel.locked', roundId: locked.id, version: 4, game: locked } as const;
  const after = applyWheelFact(list, fact);
  expect(after.games).toEqual([locked]);
  expect(applyWheelFact(after, fact)).toBe(after);
  const gone = { ...fact, version: 5, game: { ...locked, phase: 'CANCELLED' } } as const;
  expect(applyWheelFact(after, gone).games).toEqual([]);
});

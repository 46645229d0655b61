import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinWindow } from '@fairpot/contract/coinflip/calls';
import { cents, formatUsd, usd } from '@fairpot/contract/wire/money';
import { lockedGame, settledGame, waitingGame } from './game.fixture.ts';
import {
  chanceAgainst,
  chancesOf,
  createRefusal,
  exampleText,
  feeRule,
  joinRefusal,
  potOf,
  windowText,
} from './money-text.ts';
import { prizeOf } from './prize.ts';

describe('the join window', () => {
  const game = { firstTotalUsd: 20 };

  test('is strictly between 90% and 110%', () => {
    expect(windowText(game)).toBe('$18.01 to $21.99');
    expect(joinRefusal(game, cents(1_801))).toBeNull();
    expect(joinRefusal(game, cents(2_199))).toBeNull();
  });

  test.each([1_800, 2_200, 0])('refuses %i cents with the text of the specification', (stake) => {
    expect(joinRefusal(game, cents(stake))).toBe('Min bet is 18.01$, max bet is 21.99$');
  });

  test('matches the arithmetic for every total', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_001, max: 5_000_000 }),
        fc.integer({ min: 1, max: 6_000_000 }),
        (total, stake) => {
          const fits = stake * 10 > total * 9 && stake * 10 < total * 11;
          expect(joinRefusal({ firstTotalUsd: usd(cents(total)) }, cents(stake)) === null).toBe(fits);
        },
      ),
    );
  });
});

describe('the range shown to the creator', () => {
  test('for $214.00 ends at $235.39', () => {
    expect(exampleText(cents(214_00))).toBe(' ($192.61 to $235.39)');
  });

  test('is the server’s window for every total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 1_000_000_000_00 }), (total) => {
        const { minCents, maxCents } = joinWindow(total);
        expect(exampleText(cents(total))).toBe(` (${formatUsd(minCents)} to ${formatUsd(maxCents)})`);
      }),
      { numRuns: 2_000 },
    );
    for (let total = 200; total <= 50_000; total += 1) {
      const { minCents, maxCents } = joinWindow(total);
      if (exampleText(cents(total)) !== ` (${formatUsd(minCents)} to ${formatUsd(maxCents)})`)
        expect.fail(`differs from the server's window for ${total} cents`);
    }
  });

  test('is empty for a total that no game can have', () => {
    expect(exampleText(cents(199))).toBe('');
  });
});

test('creating needs more than the minimum bet', () => {
  expect(createRefusal(cents(1_000), cents(1_000))).toBe('Min bet is 10.00$');
  expect(createRefusal(cents(1_000), cents(1_001))).toBeNull();
});

test('chances are shares of the pot', () => {
  expect(potOf(lockedGame())).toBe(2_070);
  expect(chancesOf(lockedGame())).toEqual(['48.31', '51.69']);
  expect(chanceAgainst(cents(0), cents(2_000))).toBeNull();
  expect(chanceAgainst(cents(2_000), cents(2_000))).toBe('50.00');
  expect(potOf(waitingGame())).toBe(1_000);
});

test('the fee rule names the rate', () => {
  expect(feeRule(250)).toContain('at most 2.5%');
  expect(feeRule(500)).toContain('at most 5%');
});

test('prize and fee add up to the pot, and the fee is within its rate', () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const game = settledGame(seed);
    const { takesCents, feeCents, takesItems, feeItems } = prizeOf(game);
    expect(takesCents + feeCents).toBe(potOf(game));
    expect(feeCents).toBeLessThanOrEqual((potOf(game) * game.feeBps) / 10_000);
    expect(takesItems + feeItems).toBe(game.firstItems.length + game.secondItems.length);
  }
});

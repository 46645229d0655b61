/** Late and short statements, and figures on the page that differ from the log. */
import { describe, expect, test } from 'vitest';
import type { SolvencyStatement } from '@fairpot/contract/solvency/schemas';
import { shownProblem } from './check.ts';
import { coversOf, isLate, pointsOf, spanText } from './figures.ts';

const HOUR = 3_600_000;
const statement = (over: Partial<SolvencyStatement> = {}): SolvencyStatement => ({
  number: 3,
  at: 10 * HOUR,
  everyMs: HOUR,
  index: 7,
  kept: true,
  owed: { balanceUsd: 100.1, items: 4, itemsUsd: 20 },
  own: { balanceUsd: 5, items: 1, itemsUsd: 2 },
  held: {
    coins: [{ coin: 'BTC', units: '100', valueUsd: 100.1 }],
    coinsUsd: 100.1,
    coinsAt: 9 * HOUR,
    items: 4,
    itemsUsd: 21,
    itemsAt: null,
  },
  ...over,
});

test('a statement is late after two periods', () => {
  expect([12 * HOUR, 12 * HOUR + 1].map((now) => isLate(statement(), now))).toEqual([false, true]);
  expect([1_000, 60_000, HOUR, 2 * HOUR, 5_400_000].map(spanText)).toEqual([
    ...['1 seconds', '1 minutes', 'hour', '2 hours', '90 minutes'],
  ]);
});

test('the site is short if it holds a cent or an item less than it owes', () => {
  const { money, items } = coversOf(statement());
  expect([money.isShort, money.percent, items.isShort, items.percent]).toEqual([false, 100, false, 100]);
  const less = statement({ held: { ...statement().held, coinsUsd: 100.09, items: 3 } });
  expect(coversOf(less)).toMatchObject({
    money: { isShort: true, percent: 99 },
    items: { isShort: true, percent: 75 },
  });
  const nothing = statement({ owed: { balanceUsd: 0, items: 0, itemsUsd: 0 } });
  expect(coversOf(nothing).money).toMatchObject({ isShort: false, percent: null });
});

test('points are in the order of their numbers', () => {
  expect(pointsOf([statement(), statement({ number: 2, at: 9 * HOUR })])).toMatchObject([
    { number: 2, owed: 12_010, held: 12_110 },
    { number: 3 },
  ]);
});

describe('a page whose figures differ from the log', () => {
  const says = {
    number: 3,
    everyMs: HOUR,
    depth: 4,
    root: new Uint8Array(32),
    seedHash: new Uint8Array(32),
    sums: { cents: 10_010, items: 4, itemCents: 2_000 },
    own: { cents: 500, items: 1, itemCents: 200 },
    coins: [{ coin: 'BTC', units: '100', cents: 10_010 }],
    coinsAt: 9 * HOUR,
    steam: { items: 4, itemCents: 2_100 },
    steamAt: null,
    reserves: null,
  };
  const finding = { problem: null, at: 10 * HOUR, says } as const;
  const { owed, own, held } = statement();

  test('is detected, whichever figure differs', () => {
    expect(shownProblem(statement(), finding)).toBeNull();
    for (const [over, what] of [
      [{ at: 1 }, 'time'],
      [{ owed: { ...owed, balanceUsd: 100 } }, 'money owed'],
      [{ owed: { ...owed, items: 3 } }, 'items owed'],
      [{ own: { ...own, balanceUsd: 6 } }, 'money of bots'],
      [{ held: { ...held, items: 5 } }, 'items held'],
      [{ held: { ...held, coinsUsd: 200 } }, 'worth of coins held'],
    ] as const)
      expect(shownProblem(statement(over), finding)).toContain(`${what}: the page shows`);
  });
});

import { cents } from '@fairpot/contract/wire/money';
import { expect, test } from 'vitest';
import { isInRange, problemOf, type WithdrawTerms } from './withdraw-rules.ts';

const COIN = {
  coinName: 'USDT',
  networkName: 'TRC20',
  marketUsd: 1,
  rateUsd: 1.01,
  feeUsd: 1,
  minUsd: 5,
  maxUsd: 500,
} as const;
const TERMS: WithdrawTerms = {
  coins: [COIN],
  spreadBps: 100,
  requoteBps: 500,
  reviewUsd: 250,
  availableUsd: 100,
  level: 10,
  levelNeeded: 10,
  refundableUsd: 0,
  paused: false,
};
const problem = (sum: number | null, change: Partial<WithdrawTerms> = {}) =>
  problemOf(sum === null ? null : cents(sum), COIN, { ...TERMS, ...change });

test('a sum outside the limits gets the limit as its problem', () => {
  expect(problem(null)?.text).toBe('Enter a sum in dollars');
  expect(problem(4_99)?.text).toBe('The minimum withdrawal in this coin is 5.00$');
  expect(problem(500_01)?.text).toBe('The maximum per withdrawal is 500.00$');
  expect(problem(100_01)?.text).toBe('Not enough balance');
  expect([problem(5_00), problem(100_00)]).toEqual([null, null]);
  expect(problem(10_00, { paused: true })?.text).toContain('paused');
});

test('below Level 10 only the refundable sum can be withdrawn, to the cent', () => {
  const below = { level: 9, refundableUsd: 20 };
  expect(problem(20_00, below)).toBeNull();
  expect(problem(20_01, below)).toEqual({
    text: 'Users need to be at least Level 10 to get the winnings',
    more: 'You can withdraw $20.00 now.',
    rule: true,
  });
  expect(problem(10_00, { level: 9, refundableUsd: 0 })?.more).toBe('You have no refundable deposits left.');
});

test('only a sum within the limits is calculated', () => {
  expect([null, 4_99, 5_00, 500_00, 500_01].map((sum) => isInRange(sum === null ? null : cents(sum), COIN))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

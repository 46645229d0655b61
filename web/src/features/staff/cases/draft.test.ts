import { expect, test } from 'vitest';
import { cents } from '@fairpot/contract/wire/money';
import { figuresOf, NEW_CASE, returnProblem, type CaseDraft } from './draft.ts';

const drop = (worth: number, weight: string) => ({
  itemId: `i${worth}`,
  name: `Item ${worth}`,
  cents: cents(worth),
  weight,
});
const draft = (price: string, ...drops: CaseDraft['drops']): CaseDraft => ({ ...NEW_CASE, price, drops });

test('computes the return and the shares of the draft', () => {
  const figures = figuresOf(draft('1.70', drop(9_000, '4'), drop(1_000, '66'), drop(250, '200'), drop(10, '730')));
  expect(figures).toEqual({
    total: 1_000,
    priceCents: 170,
    returnBps: 9_370,
    chances: ['0.40%', '6.60%', '20.00%', '73.00%'],
  });
});

test('is exact when products exceed the safe integers', () => {
  const figures = figuresOf(draft('9000000.00', drop(900_000_001, '500000000'), drop(900_000_000, '500000000')));
  expect(figures).toMatchObject({ returnBps: 10_000 });
});

test.each([
  ['', [drop(10, '1'), drop(20, '1')], 'price'],
  ['1.705', [drop(10, '1'), drop(20, '1')], 'price'],
  ['1.70', [drop(10, '1')], 'two different'],
  ['1.70', [drop(10, '0'), drop(20, '1')], 'whole number'],
  ['1.70', [drop(10, '1.5'), drop(20, '1')], 'whole number'],
  ['1.70', [drop(10, '1000000000'), drop(20, '1')], 'add up to 1000000001'],
])('price %j: names the problem', (price, drops, words) => {
  expect(figuresOf(draft(price, ...drops))).toMatchObject({ problem: expect.stringContaining(words) as string });
});

test('limits the return', () => {
  expect([returnProblem(7_999), returnProblem(9_901)].every((problem) => problem?.includes('80.00%'))).toBe(true);
  expect([returnProblem(8_000), returnProblem(9_900)]).toEqual([null, null]);
});

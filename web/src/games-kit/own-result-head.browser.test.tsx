/** The head of a result: only a gain is bright, in its sum and in its net. */
import { cents } from '@fairpot/contract/wire/money';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { OwnResultHead } from './own-result-head.tsx';
import { ownResult, returnedStake, type OwnResult } from './own-result.ts';

const of = (staked: number, won: number) => ownResult({ stakedCents: cents(staked), wonCents: cents(won) });

test.each<[OwnResult['kind'], OwnResult, number]>([
  ['won', of(1_000, 1_900), 2],
  ['even', of(1_000, 1_000), 0],
  ['lost', of(1_000, 600), 0],
  ['lost', of(1_000, 0), 0],
  ['returned', returnedStake(cents(1_000)), 0],
])('a result that is %s', async (kind, result, bright) => {
  await render(<OwnResultHead result={result} sumClass="text-3xl" />);
  const head = document.querySelector('[data-own-result]');
  expect(head?.getAttribute('data-own-result')).toBe(kind);
  expect(head?.querySelectorAll('.text-volt').length).toBe(bright);
});

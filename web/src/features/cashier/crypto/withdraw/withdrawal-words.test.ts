import { CRYPTO_WITHDRAWAL_STATES } from '@fairpot/contract/crypto/withdrawals/calls';
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { expect, test } from 'vitest';
import { hasFailed, isWithdrawn, spanText, withdrawalSteps, wordsOfWithdrawal } from './withdrawal-words.ts';

const REQUESTED = {
  status: 'APPROVED',
  amountUsd: 25,
  amountCoin: '24.1',
  leastCoin: '22.9',
  mostCoin: '25.3',
  coinName: 'USDT',
  reasonText: '',
  approvals: 0,
  approvalsNeeded: 0,
  txid: null,
} as const;
const words = (change: Partial<CryptoWithdrawal>) => wordsOfWithdrawal({ ...REQUESTED, ...change });

test('every state has its own title and says where the money is', () => {
  const all = CRYPTO_WITHDRAWAL_STATES.map((status) => words({ status }));
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  for (const { where } of all) expect(where).toMatch(/\$25\.00|24\.1 USDT/);
});

test('a review shows its progress, a refund its reason', () => {
  expect(words({ status: 'REVIEW', approvals: 1, approvalsNeeded: 2 }).meaning).toContain('1 of 2 have');
  expect(words({ status: 'REVIEW' }).meaning).toContain(
    'If signed within 15 minutes, it pays exactly this amount. ' +
      'After that it is requoted: 22.9 to 25.3 USDT, or you are refunded.',
  );
  const reasonText = 'The network did not accept the payment in time. The money is back on your balance';
  expect(words({ status: 'REFUNDED', reasonText })).toMatchObject({
    meaning: `${reasonText}.`,
    where: '$25.00 is back in your balance.',
  });
});

test('steps that were done stay done after a failure', () => {
  const steps = CRYPTO_WITHDRAWAL_STATES.map((status) => withdrawalSteps({ status, txid: null }));
  expect(steps).toEqual([1, 1, 2, 3, 4, 1, 1]);
  expect(withdrawalSteps({ status: 'REFUNDED', txid: 'ab' })).toBe(2);
  expect(CRYPTO_WITHDRAWAL_STATES.filter((status) => hasFailed({ status }))).toEqual(['FAILED', 'REFUNDED']);
  expect(CRYPTO_WITHDRAWAL_STATES.filter((status) => isWithdrawn({ status }))).toEqual(['CONFIRMED', 'REFUNDED']);
});

test('durations are rounded up', () => {
  expect([1, 40_000, 59_999, 60_000, 61_000, 7_140_000, 7_200_000, 7_260_000].map(spanText)).toEqual([
    '1 s',
    '40 s',
    '1 min',
    '1 min',
    '2 min',
    '119 min',
    '2 h',
    '3 h',
  ]);
});

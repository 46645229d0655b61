import type { CryptoOrder, CryptoPayment } from '@fairpot/contract/crypto/schemas';
import { CRYPTO_STATUSES } from '@fairpot/contract/crypto/calls';
import { describe, expect, test } from 'vitest';
import { holdText, isOwed, lockText, missingOf, paymentText, rateStateText, wordsOfDeposit } from './deposit-words.ts';

const ORDER: CryptoOrder = {
  id: 'cro_1',
  version: 1,
  status: 'PENDING',
  amountUsd: 10,
  coinName: 'USDT',
  networkName: 'TRC20',
  wallet: 'T1',
  signature: '',
  amountCoin: '10.02',
  createdAt: 1_000,
  rateLockedUntil: 2_000,
  rateState: 'HELD',
  expiresAt: 9_000,
  payments: [],
};
const PAYMENT: CryptoPayment = {
  txid: 'ab',
  coinName: 'USDT',
  amountCoin: '10.02',
  state: 'CONFIRMING',
  confirmations: 3,
  needed: 19,
  seenAt: 1_500,
  blockAt: 1_500,
  atLock: 'ALL',
  amountUsd: null,
  overLimit: false,
};
const words = (change: Partial<CryptoOrder>, ...payments: Partial<CryptoPayment>[]) =>
  wordsOfDeposit({ ...ORDER, ...change, payments: payments.map((each) => ({ ...PAYMENT, ...each })) });

describe('a deposit by crypto in words', () => {
  test('each status has the title that the spec gives it', () => {
    expect(CRYPTO_STATUSES.map((status) => words({ status }).title)).toEqual([
      'Checking blockchain transaction',
      'Your transaction was received',
      'Your transaction was declined',
    ]);
  });

  test('says what to send until something is seen, then how far it is', () => {
    expect(words({}).meaning).toContain('Send 10.02 USDT to the address');
    expect(words({}).where).toBe('Nothing is seen on the chain yet.');
    expect(words({}, {}).where).toBe('3 of 19 confirmations');
    expect(words({}, { state: 'LOST' }).where).toBe('Nothing is seen on the chain yet.');
    // What is still under way is told, not what is done.
    expect(words({}, { state: 'CREDITED' }, { confirmations: 4 }).where).toBe('4 of 19 confirmations');
  });

  test('what was declined and is paid all the same is on its way', () => {
    expect(words({ status: 'DECLINED' })).toMatchObject({
      tone: 'bad',
      where: 'Nothing was credited. The address stays yours.',
    });
    expect(words({ status: 'DECLINED' }, { seenAt: 9_500 })).toMatchObject({
      tone: 'wait',
      where: '3 of 19 confirmations',
    });
  });

  test('a payment as it was asked for needs no note', () => {
    expect(words({}, {}).notes).toEqual([]);
    expect(words({ status: 'COMPLETED' }, { state: 'CREDITED', amountUsd: 10 }).notes).toEqual([]);
  });

  test('too little, too much, in parts', () => {
    expect(words({}, { amountCoin: '4.5' }).notes).toEqual([
      '4.5 of 10.02 USDT arrived. What arrived is credited; the rest can be sent to the same address.',
    ]);
    expect(words({}, { amountCoin: '12' }).notes).toEqual(['12 USDT arrived instead of 10.02. All of it is credited.']);
    expect(words({}, { amountCoin: '5' }, { amountCoin: '5.02' }).notes).toEqual([
      '2 payments arrived. Each is credited once.',
    ]);
    expect(words({}, { overLimit: true }).notes.join()).toMatch(/although your deposit limit.*credited and counted/);
    // What the network dropped or what is worth nothing was not paid.
    expect(words({}, { amountCoin: '10.02' }, { state: 'LOST' }, { state: 'DUST' }).notes).toEqual([]);
  });

  test('is owed until all that was asked for has arrived', () => {
    const owed = (change: Partial<CryptoOrder>, ...payments: Partial<CryptoPayment>[]) =>
      isOwed({ ...ORDER, ...change, payments: payments.map((each) => ({ ...PAYMENT, ...each })) });
    expect([owed({}), owed({}, { amountCoin: '10.01' }), owed({}, { state: 'LOST' })]).toEqual([true, true, true]);
    expect([owed({}, {}), owed({ amountCoin: null }, {}), owed({ status: 'DECLINED' })]).toEqual([false, false, false]);
  });

  test('of what arrived in part the rest is owed, not the whole again', () => {
    const missing = (change: Partial<CryptoOrder>, ...payments: Partial<CryptoPayment>[]) =>
      missingOf({ ...ORDER, ...change, payments: payments.map((each) => ({ ...PAYMENT, ...each })) });
    expect([missing({}), missing({}, { amountCoin: '4.5' })]).toEqual(['10.02', '5.52']);
    expect([missing({}, {}), missing({}, { amountCoin: '12' }), missing({ amountCoin: null })]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('to an address that is shown to nobody nothing is to be sent', () => {
    const { meaning, where, tone } = words({ wallet: '' });
    expect(where).toBe('Please send nothing to its address for now.');
    expect(meaning).not.toMatch(/^Send/);
    expect(tone).toBe('warn');
    expect(words({ wallet: '' }, {}).where).toBe('3 of 19 confirmations');
  });

  test('what waits for a block is not on the chain yet', () => {
    expect(words({}, { state: 'SEEN' }).meaning).toContain('on its way into a block');
    expect(words({}, {}).meaning).toContain('is on the chain');
  });

  test('too late, too early, without a press, and in another coin', () => {
    expect(words({}, { blockAt: 2_000 }).notes).toEqual([]);
    // Seen in time, and in a block too late.
    expect(words({}, { blockAt: 2_001, atLock: 'NONE' }).notes).toEqual([
      'It stood in a block after the locked rate had ended: the rate when it is confirmed counts.',
    ]);
    expect(words({}, { seenAt: 999 }).notes).toEqual([
      'It arrived before you pressed I PAID: the rate when it is confirmed counts.',
    ]);
    expect(words({ amountCoin: null }, {}).notes).toEqual([
      'It arrived without I PAID, so no rate was locked: the rate when it is confirmed counts.',
    ]);
    expect(words({}, {}, { coinName: 'TRX', amountCoin: '5', atLock: 'NONE' }).notes).toContain(
      '5 TRX arrived at a USDT address. It is credited as TRX.',
    );
  });

  test('over the sum of the lock, after the market fell, and without a lock', () => {
    expect(words({}, { amountCoin: '20', atLock: 'PART' }).notes).toEqual([
      '20 USDT arrived instead of 10.02. All of it is credited.',
      'What is over the sum is credited at the lower of the locked rate and the one when it is confirmed.',
    ]);
    // All of the second one is over it.
    expect(words({}, {}, { atLock: 'NONE' }).notes).toContain(
      'What is over the sum is credited at the lower of the locked rate and the one when it is confirmed.',
    );
    const fell =
      'The market fell further than the rate holds before it stood in a block: the rate when it is confirmed counts.';
    expect(words({ rateState: 'FELL' }, { atLock: 'NONE' }).notes).toEqual([fell]);
    expect(words({ rateState: 'FELL' }, { blockAt: null, atLock: null, state: 'SEEN' }).notes).toEqual([fell]);
    // It stood in its block before the fall.
    expect(words({ rateState: 'FELL' }, { atLock: 'ALL' }).notes).toEqual([]);
    expect(words({ rateState: 'NONE' }, { blockAt: 9_000, atLock: 'NONE' }).notes).toEqual([
      'No rate was locked for it: the rate when it is confirmed counts.',
    ]);
  });

  test('how far and how long a rate holds is said before the payment', () => {
    const terms = { spreadBps: 100, lockMs: 1_800_000, lockDayUsd: 5_000 };
    expect(holdText(terms)).toBe('within 1%, for 30 minutes');
    expect(holdText({ ...terms, spreadBps: 0 })).toBe('while the market does not fall, for 30 minutes');
    expect(lockText(terms)).toBe(
      'I PAID locks this rate for the sum above and 30 minutes. ' +
        'It counts for what stands in a block by then, and for at most 1% over the sum; ' +
        'the rest is credited at the lower of this rate and the one when it is confirmed. ' +
        'When the market falls by more than 1% before that, the rate when it is confirmed counts. ' +
        'One rate is locked for a coin at a time, and $5,000.00 in 24 hours.',
    );
    expect(lockText({ ...terms, spreadBps: 0 })).toContain('When the market falls, the rate');
    const states = (['HELD', 'FELL', 'NONE'] as const).map((rateState) => rateStateText({ rateState }, false));
    expect(states[0]).toBe(null);
    expect(new Set([...states, rateStateText({ rateState: 'HELD' }, true)]).size).toBe(4);
  });

  test('each state of a payment has words, and never more confirmations than it takes', () => {
    const states = ['SEEN', 'CONFIRMING', 'CREDITED', 'REORGED', 'LOST', 'DUST'] as const;
    expect(new Set(states.map((state) => paymentText({ ...PAYMENT, state }))).size).toBe(states.length);
    expect(paymentText({ ...PAYMENT, confirmations: 40, needed: 32 })).toBe('32 of 32 confirmations');
    expect(paymentText({ ...PAYMENT, confirmations: 1, needed: 1 })).toBe('1 of 1 confirmation');
    expect(paymentText({ ...PAYMENT, state: 'CREDITED', amountUsd: 4.5 })).toBe('Credited $4.50');
  });
});

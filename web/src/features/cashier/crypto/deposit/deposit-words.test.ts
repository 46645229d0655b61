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

describe('texts of a crypto deposit', () => {
  test('each status has the title of the spec', () => {
    expect(CRYPTO_STATUSES.map((status) => words({ status }).title)).toEqual([
      'Checking blockchain transaction',
      'Your transaction was received',
      'Your transaction was declined',
    ]);
  });

  test('asks for the payment until one is seen, then shows its progress', () => {
    expect(words({}).meaning).toContain('Send 10.02 USDT to the address');
    expect(words({}).where).toBe('No payment seen yet.');
    expect(words({}, {}).where).toBe('3 of 19 confirmations');
    expect(words({}, { state: 'LOST' }).where).toBe('No payment seen yet.');
    // A payment in progress is shown rather than a credited one.
    expect(words({}, { state: 'CREDITED' }, { confirmations: 4 }).where).toBe('4 of 19 confirmations');
  });

  test('a declined deposit that was paid late is in progress', () => {
    expect(words({ status: 'DECLINED' })).toMatchObject({
      tone: 'bad',
      where: 'Nothing was credited. The address stays yours.',
    });
    expect(words({ status: 'DECLINED' }, { seenAt: 9_500 })).toMatchObject({
      tone: 'wait',
      where: '3 of 19 confirmations',
    });
  });

  test('an exact payment needs no note', () => {
    expect(words({}, {}).notes).toEqual([]);
    expect(words({ status: 'COMPLETED' }, { state: 'CREDITED', amountUsd: 10 }).notes).toEqual([]);
  });

  test('notes payments that are too little, too much or in parts', () => {
    expect(words({}, { amountCoin: '4.5' }).notes).toEqual([
      '4.5 of 10.02 USDT arrived and is credited. You can send the rest to the same address.',
    ]);
    expect(words({}, { amountCoin: '12' }).notes).toEqual(['12 USDT arrived instead of 10.02. All of it is credited.']);
    expect(words({}, { amountCoin: '5' }, { amountCoin: '5.02' }).notes).toEqual([
      '2 payments arrived. Each is credited once.',
    ]);
    expect(words({}, { overLimit: true }).notes.join()).toMatch(/despite your deposit limit.*credited and counted/);
    // Dropped and worthless payments do not count.
    expect(words({}, { amountCoin: '10.02' }, { state: 'LOST' }, { state: 'DUST' }).notes).toEqual([]);
  });

  test('is owed until the whole amount has arrived', () => {
    const owed = (change: Partial<CryptoOrder>, ...payments: Partial<CryptoPayment>[]) =>
      isOwed({ ...ORDER, ...change, payments: payments.map((each) => ({ ...PAYMENT, ...each })) });
    expect([owed({}), owed({}, { amountCoin: '10.01' }), owed({}, { state: 'LOST' })]).toEqual([true, true, true]);
    expect([owed({}, {}), owed({ amountCoin: null }, {}), owed({ status: 'DECLINED' })]).toEqual([false, false, false]);
  });

  test('after a partial payment only the rest is owed', () => {
    const missing = (change: Partial<CryptoOrder>, ...payments: Partial<CryptoPayment>[]) =>
      missingOf({ ...ORDER, ...change, payments: payments.map((each) => ({ ...PAYMENT, ...each })) });
    expect([missing({}), missing({}, { amountCoin: '4.5' })]).toEqual(['10.02', '5.52']);
    expect([missing({}, {}), missing({}, { amountCoin: '12' }), missing({ amountCoin: null })]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('while the address is hidden it asks the player to send nothing', () => {
    const { meaning, where, tone } = words({ wallet: '' });
    expect(where).toBe('Do not send anything to its address for now.');
    expect(meaning).not.toMatch(/^Send/);
    expect(tone).toBe('warn');
    expect(words({ wallet: '' }, {}).where).toBe('3 of 19 confirmations');
  });

  test('a payment that waits for a block is not on the blockchain yet', () => {
    expect(words({}, { state: 'SEEN' }).meaning).toContain('is waiting for a block');
    expect(words({}, {}).meaning).toContain('is on the blockchain');
  });

  test('notes payments that are late, early, without I PAID, or in another coin', () => {
    expect(words({}, { blockAt: 2_000 }).notes).toEqual([]);
    // Seen in time, but in a block too late.
    expect(words({}, { blockAt: 2_001, atLock: 'NONE' }).notes).toEqual([
      'It reached a block after the rate lock had expired: the rate at confirmation applies.',
    ]);
    expect(words({}, { seenAt: 999 }).notes).toEqual([
      'It arrived before you pressed I PAID: the rate at confirmation applies.',
    ]);
    expect(words({ amountCoin: null }, {}).notes).toEqual([
      'It arrived without I PAID, so no rate was locked: the rate at confirmation applies.',
    ]);
    expect(words({}, {}, { coinName: 'TRX', amountCoin: '5', atLock: 'NONE' }).notes).toContain(
      '5 TRX arrived at a USDT address. It is credited as TRX.',
    );
  });

  test('notes payments above the locked sum, after a fall of the market, or without a lock', () => {
    expect(words({}, { amountCoin: '20', atLock: 'PART' }).notes).toEqual([
      '20 USDT arrived instead of 10.02. All of it is credited.',
      'What exceeds the sum is credited at the lower of the locked rate and the rate at confirmation.',
    ]);
    // All of the second payment exceeds it.
    expect(words({}, {}, { atLock: 'NONE' }).notes).toContain(
      'What exceeds the sum is credited at the lower of the locked rate and the rate at confirmation.',
    );
    const fell =
      'The market fell further than the rate lock allows before it reached a block: the rate at confirmation applies.';
    expect(words({ rateState: 'FELL' }, { atLock: 'NONE' }).notes).toEqual([fell]);
    expect(words({ rateState: 'FELL' }, { blockAt: null, atLock: null, state: 'SEEN' }).notes).toEqual([fell]);
    // It was in its block before the fall.
    expect(words({ rateState: 'FELL' }, { atLock: 'ALL' }).notes).toEqual([]);
    expect(words({ rateState: 'NONE' }, { blockAt: 9_000, atLock: 'NONE' }).notes).toEqual([
      'No rate was locked for it: the rate at confirmation applies.',
    ]);
  });

  test('explains the rate lock before the payment', () => {
    const terms = { spreadBps: 100, lockMs: 1_800_000, lockDayUsd: 5_000 };
    expect(holdText(terms)).toBe('30 minutes, unless the market falls by more than 1%');
    expect(holdText({ ...terms, spreadBps: 0 })).toBe('30 minutes, unless the market falls');
    expect(lockText(terms)).toBe(
      'I PAID locks this rate for 30 minutes and for the sum above. ' +
        'It applies to what is in a block by then, up to 1% over the sum; ' +
        'the rest is credited at the lower of this rate and the rate at confirmation. ' +
        'If the market falls by more than 1% before that, the rate at confirmation applies. ' +
        'One rate per coin can be locked at a time, up to $5,000.00 in 24 hours.',
    );
    expect(lockText({ ...terms, spreadBps: 0 })).toContain('If the market falls, the rate');
    const states = (['HELD', 'FELL', 'NONE'] as const).map((rateState) => rateStateText({ rateState }, false));
    expect(states[0]).toBe(null);
    expect(new Set([...states, rateStateText({ rateState: 'HELD' }, true)]).size).toBe(4);
  });

  test('each state of a payment has a text, with at most the needed confirmations', () => {
    const states = ['SEEN', 'CONFIRMING', 'CREDITED', 'REORGED', 'LOST', 'DUST'] as const;
    expect(new Set(states.map((state) => paymentText({ ...PAYMENT, state }))).size).toBe(states.length);
    expect(paymentText({ ...PAYMENT, confirmations: 40, needed: 32 })).toBe('32 of 32 confirmations');
    expect(paymentText({ ...PAYMENT, confirmations: 1, needed: 1 })).toBe('1 of 1 confirmation');
    expect(paymentText({ ...PAYMENT, state: 'CREDITED', amountUsd: 4.5 })).toBe('Credited $4.50');
  });
});

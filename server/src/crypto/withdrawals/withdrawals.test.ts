/** Requesting a withdrawal: what is taken, what is refused, and that nothing is ever taken twice. Tests play the signer through its role. */
import {
  calculateCryptoWithdrawal,
  createCryptoWithdrawal,
  cryptoWithdrawTerms,
  listCryptoWithdrawals,
  listWithdrawalTimes,
} from '@fairpot/contract/crypto/withdrawals/schemas';
import { withdrawTerms } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClosablePool } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import { SITE_SETTINGS } from '../../platform/runner/settings.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { tradesFeature } from '../../trades/trades.feature.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';
import {
  withdrawalCalls,
  fund,
  newReviewer,
  payoutStored,
  type Reviewer,
  richPlayer,
} from '../../../testing/crypto/withdrawals/withdrawals.fixture.ts';
import { WITHDRAWAL_SETTINGS } from './settings.ts';
import { notificationsOf } from '../../../testing/notifications.ts';

const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const usdt = (amountUsd: number, address = ADDRESS) => ({ coin: 'USDT', address, amountUsd }) as const;

let till: Till;
let signer: ClosablePool;
let calls: ReturnType<typeof withdrawalCalls>;
let reviewers: [Reviewer, Reviewer, Reviewer];
beforeAll(async () => {
  till = await makeTill({}, [tradesFeature]);
  signer = till.world.pool('signer', 10);
  calls = withdrawalCalls(till.world);
  reviewers = [await newReviewer(till.world), await newReviewer(till.world), await newReviewer(till.world)];
  await till.sweep();
});
afterAll(async () => {
  await signer.close();
  await till.close();
});
beforeEach(() => hello());

const now = () => till.world.clock.now();

/** The signer advertises USDT and BTC, up to about $20,000 at once. */
async function hello(): Promise<void> {
  const keys = reviewers.map(({ key }) => key);
  const ways = [
    { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: keys },
    { coin: 'BTC', wallet: 'bc1', most: '30000000', reviewers: keys },
  ];
  await signer.run(sql`select payout_advertise(${JSON.stringify(ways)}::jsonb, ${now()})`);
}

let made = 0;
/** The signer signs it, and, by `state`, a node accepts it, the chain has it for good, or it never will. */
async function signed(id: string, state: 'SIGNED' | 'CONFIRMED' | 'FAILED'): Promise<string> {
  made += 1;
  const txid = made.toString(16).padStart(64, '0');
  const payout = { txid, raw: 'aa', expiresAt: null, nonce: null, inputs: [] };
  const { answer } = await signer.one<{ answer: string }>(payoutStored(id, payout, '99999999999999', now()));
  expect(answer).toBe('stored');
  if (state === 'CONFIRMED') await signer.run(sql`select payout_done(${id}, ${txid}, 7, ${now()})`);
  if (state === 'FAILED') await signer.run(sql`select payout_dead(${id}, ${txid}, 'REVERTED', ${now()})`);
  return txid;
}

describe('requesting', () => {
  test('puts the sum on hold and shows what is sent for it, as the terms said before', async () => {
    const player = await richPlayer(till.world, 100_000);
    const terms = await till.world.run(cryptoWithdrawTerms, player, {});
    expect(terms).toMatchObject({ spreadBps: 100, reviewUsd: 1_000, availableUsd: 1_000, level: 10, levelNeeded: 10 });
    const coin = terms.coins.find(({ coinName }) => coinName === 'USDT');
    expect(coin).toMatchObject({
      networkName: 'TRC20',
      marketUsd: 1,
      rateUsd: 1.01,
      feeUsd: 2,
      minUsd: 10,
      maxUsd: 10_000,
    });
    expect(terms.coins.map(({ coinName }) => coinName)).toEqual(['USDT', 'BTC']);
    const quoted = await till.world.run(calculateCryptoWithdrawal, player, { coinName: 'USDT', amountUsd: 103 });
    const bounds = { leastCoin: '95', mostCoin: '105' };
    expect(quoted).toEqual({ amountUsd: 103, feeUsd: 2, amountCoin: '100', rateUsd: 1.01, review: false, ...bounds });
    const asked = await calls.ask(player, usdt(103));
    expect(asked).toMatchObject({ status: 'APPROVED', amountCoin: '100', feeUsd: 2, rateUsd: 1.01, endedAt: null });
    expect(await calls.money(player)).toEqual({ available: 89_700, hold: 10_300 });
    await signed(asked.id, 'CONFIRMED');
    await till.sweep();
    expect(await calls.last(player)).toMatchObject({ status: 'CONFIRMED', reason: null });
    expect((await calls.last(player)).endedAt).not.toBe(null);
    expect(await calls.money(player)).toEqual({ available: 89_700, hold: 0 });
    expect((await notificationsOf(till.world.db, player, 'withdrawal')).map(({ text }) => text)).toEqual([
      'Your withdrawal of 100 USDT has arrived',
    ]);
    await till.world.checkInvariants();
  });

  test('with the same key counts once; 20 at once never take more than there is', async () => {
    const player = await richPlayer(till.world, 5_000);
    const [first, again] = [await calls.ask(player, usdt(20), 'k1'), await calls.ask(player, usdt(20), 'k1')];
    expect(again).toEqual(first);
    expect(await calls.money(player)).toEqual({ available: 3_000, hold: 2_000 });
    const counts = await raceIn(
      till.world,
      times(20, () => () => calls.ask(player, usdt(10))),
    );
    expect(counts).toEqual({ ok: 3, NOT_ENOUGH_BALANCE: 17 });
    expect(await calls.money(player)).toEqual({ available: 0, hold: 5_000 });
  });

  test('allows five open ones; each is found by its id, other players’ are not', async () => {
    const player = await richPlayer(till.world);
    for (let n = 0; n < 5; n += 1) await calls.ask(player, usdt(10));
    const [, second] = await calls.list(player);
    expect(await till.world.run(listCryptoWithdrawals, player, { id: second!.id })).toEqual([second]);
    expect(await till.world.run(listCryptoWithdrawals, await till.player(), { id: second!.id })).toEqual([]);
    expect(await till.world.refused(createCryptoWithdrawal, player, input(10))).toBe('TOO_MANY_CRYPTO_WITHDRAWALS');
    await signed((await calls.last(player)).id, 'CONFIRMED');
    await till.sweep();
    await calls.ask(player, usdt(10));
  });

  test('is limited per day; refunds do not count', async () => {
    const player = await richPlayer(till.world);
    await writeSetting(till.world.db, WITHDRAWAL_SETTINGS, 'cryptoOut.dayCents', 5_000, now());
    const { id } = await calls.ask(player, usdt(40));
    expect(await till.world.refused(createCryptoWithdrawal, player, input(11))).toBe('WITHDRAW_DAY');
    await signed(id, 'FAILED');
    await till.sweep();
    expect((await calls.last(player)).status).toBe('REFUNDED');
    await calls.ask(player, usdt(50));
    await writeSetting(till.world.db, WITHDRAWAL_SETTINGS, 'cryptoOut.dayCents', 1_000_000, now());
  });

  const input = (amountUsd: number, change: object = {}) => ({
    coinName: 'USDT',
    address: ADDRESS,
    amountUsd,
    ...change,
  });

  test('refuses impossible sums and addresses, and takes nothing', async () => {
    const player = await richPlayer(till.world);
    const { world } = till;
    await calls.remember(player, 'USDT', ADDRESS);
    const refused = (change: object, sum = 20) => world.refused(createCryptoWithdrawal, player, input(sum, change));
    expect(await refused({}, 9.99)).toBe('CRYPTO_OUT_MIN');
    expect(await refused({}, 10_000.01)).toBe('CRYPTO_OUT_MAX');
    expect(await refused({}, 10.001)).toBe('BAD_INPUT');
    for (const amountUsd of [-1, 0, 1e9, Infinity, Number.NaN, '20'])
      expect(await refused({ amountUsd })).toBe('BAD_INPUT');
    expect(await refused({ coinName: 'DOGE' })).toBe('BAD_INPUT');
    expect(await refused({ coinName: 'TRX' })).toBe('COIN_CLOSED');
    for (const address of ['', 'x'.repeat(200)]) expect(await refused({ address })).toBe('BAD_INPUT');
    for (const address of ['T', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'])
      expect(await refused({ address })).toBe('CRYPTO_ADDRESS');
    expect(await refused({ atLeastCoin: '18' })).toBe('CRYPTO_RATE_MOVED');
    expect(await calls.money(player)).toEqual({ available: 10_000_000, hold: 0 });
    await calls.ask(player, usdt(20));
  });

  test('refuses addresses that this site hands out, the player’s own and others’', async () => {
    const [player, other] = [await richPlayer(till.world), await till.player()];
    const order = await till.order(other, 'USDT');
    const own = await till.order(player, 'USDT');
    for (const { wallet } of [order, own]) {
      const ended = await till.world.refused(createCryptoWithdrawal, player, input(20, { address: wallet }));
      expect(ended).toBe('CRYPTO_ADDRESS');
    }
  });

  test('needs a rate, a running signer, and withdrawals that are not paused', async () => {
    const player = await richPlayer(till.world);
    const refused = () => till.world.refused(createCryptoWithdrawal, player, input(20));
    await writeSetting(till.world.db, SITE_SETTINGS, 'withdraw.paused', true, now());
    expect(await refused()).toBe('GAME_PAUSED');
    expect((await till.world.run(cryptoWithdrawTerms, player, {})).paused).toBe(true);
    await writeSetting(till.world.db, SITE_SETTINGS, 'withdraw.paused', false, now());
    till.second.USDT = 1.05;
    await till.sweep();
    expect(await refused()).toBe('COIN_RATE_UNKNOWN');
    delete till.second.USDT;
    await till.sweep();
    await till.world.clock.advance(11 * 60_000);
    await till.sweep();
    expect(await refused()).toBe('COIN_CLOSED');
    expect((await till.world.run(cryptoWithdrawTerms, player, {})).coins).toEqual([]);
    await hello();
    await calls.ask(player, usdt(20));
    expect(await till.world.refused(createCryptoWithdrawal, { ...player, isBot: true }, input(20))).toBe('FORBIDDEN');
  });
});

describe('below Level 10', () => {
  test('deposits that were not withdrawn yet may be withdrawn, in any way, to the cent', async () => {
    const { world } = till;
    const player = await till.player();
    await fund(world, player, 50_000);
    await calls.remember(player, 'USDT', ADDRESS);
    const refused = (amountUsd: number) =>
      world.refused(createCryptoWithdrawal, player, { coinName: 'USDT', address: ADDRESS, amountUsd });
    expect(await refused(10)).toBe('WITHDRAW_LEVEL');
    const order = await till.order(player, 'USDT', 30);
    await till.show('USDT', order.wallet, 30_000_000n);
    await till.confirm('tron', 200, 200);
    await till.sweep();
    await hello();
    const refundable = async () => (await world.run(withdrawTerms, player, {})).refundableUsd;
    expect(await refundable()).toBe(30);
    expect(await refused(30.01)).toBe('WITHDRAW_LEVEL');
    const { id } = await calls.ask(player, usdt(20));
    expect(await refundable()).toBe(10);
    expect(await refused(10.01)).toBe('WITHDRAW_LEVEL');
    await signed(id, 'FAILED');
    await till.sweep();
    expect(await refundable()).toBe(30);
    const counts = await raceIn(
      world,
      times(6, () => () => calls.ask(player, usdt(15))),
    );
    expect(counts).toEqual({ ok: 2, WITHDRAW_LEVEL: 4 });
    expect(await refundable()).toBe(0);
  });
});

test('withdrawal times are counted by day and kind, and read for thirty days', async () => {
  const { world } = till;
  const count = async () => {
    const { times: found } = await world.run(listWithdrawalTimes, null, {});
    return found.find(({ kind }) => kind === 'BTC');
  };
  expect(await count()).toBe(undefined);
  const since = async () => (await world.run(listWithdrawalTimes, null, {})).since;
  // A site whose log has not started counts from now on.
  expect(await since()).toBe(world.clock.now());
  const began = world.clock.now() - 3 * 86_400_000;
  await world.db.run(sql`
    insert into log_heads (size, root, at, note, published_at) values (1, sha256(''), ${began}, '', ${began})`);
  expect(await since()).toBe(began);
  const player = await richPlayer(world);
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  for (const minutes of [1, 1, 1, 10]) {
    await till.sweep();
    await hello();
    const { id } = await calls.ask(player, { coin: 'BTC', address, amountUsd: 50 });
    await world.clock.advance(minutes * 60_000);
    await signed(id, 'CONFIRMED');
    await world.sweepAll();
  }
  const found = await count();
  expect(found?.count).toBe(4);
  // Rounded up to the end of a step, which is at most 10% more.
  expect(found?.p50Ms).toBeGreaterThanOrEqual(60_000);
  expect(found?.p50Ms).toBeLessThan(66_100);
  expect(found?.p99Ms).toBeGreaterThanOrEqual(600_000);
  expect(found?.p99Ms).toBeLessThan(661_000);
  await world.clock.advance(31 * 24 * 60 * 60_000);
  expect(await count()).toBe(undefined);
  // The last thirty days, including today.
  expect(await since()).toBe((Math.floor(world.clock.now() / 86_400_000) - 29) * 86_400_000);
});

test('a withdrawal that cannot be booked is retried later and delays no other', async () => {
  const { world } = till;
  await till.sweep();
  await hello();
  const [stuck, other] = [await richPlayer(world), await richPlayer(world)];
  const ids = [await calls.ask(stuck, usdt(20)), await calls.ask(other, usdt(20))].map(({ id }) => id);
  // Its end is already posted by another hand: the books refuse to post it twice.
  const key = `cryptoOut:${ids[0]}:end`;
  await world.db.run(sql`
    select ledger_transfer('trf_7stuck', ${key}, 'TEST_GRANT', 'x', 1, ${['world', `cash:${stuck.id}`]}::text[],
      array[-1, 1]::bigint[])`);
  for (const id of ids) await signed(id, 'CONFIRMED');
  const books = world.features
    .flatMap((feature) => feature.sweeps ?? [])
    .find(({ name }) => name === 'crypto.withdrawals');
  const booked = () => books?.run(new AbortController().signal);
  expect(await booked()).toBe(1);
  expect((await calls.last(other)).endedAt).not.toBe(null);
  // Not on every run, only after its minute.
  const due = () =>
    world.db.one<{ at: number }>(sql`select book_at as at from crypto_withdrawals where id = ${ids[0]}`);
  const { at } = await due();
  expect(at).toBe(now() + 60_000);
  expect(await booked()).toBe(0);
  expect((await due()).at).toBe(at);
  await world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from postings where transfer_id = 'trf_7stuck'`);
    await tx.run(sql`delete from ledger_history where transfer_id = 'trf_7stuck'`);
    await tx.run(sql`delete from transfers where id = 'trf_7stuck'`);
    await tx.run(sql`update ledger_accounts set balance = balance - 1 where id = ${`cash:${stuck.id}`}`);
    await tx.run(sql`update ledger_accounts set balance = balance + 1 where id = 'world'`);
  });
  await world.clock.advance(60_000);
  expect(await booked()).toBe(1);
  expect((await calls.last(stuck)).endedAt).not.toBe(null);
});

/**
 * Waiting must not choose the rate. A withdrawal that was not signed within 15 minutes is requoted at the current market, within the
 * bounds that its player was shown, or refunded. Tests play the signer through its role.
 */
import {
  calculateCryptoWithdrawal,
  createCryptoWithdrawal,
  cryptoWithdrawTerms,
} from '@fairpot/contract/crypto/withdrawals/schemas';
import { CRYPTO_WITHDRAWAL_REASONS, QUOTE_LIFETIME_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ClosablePool } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';
import {
  withdrawalCalls,
  newReviewer,
  richPlayer,
  type Reviewer,
} from '../../../testing/crypto/withdrawals/withdrawals.fixture.ts';
import { WITHDRAWAL_SETTINGS } from './settings.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** Just longer than a quote lives; the signer advertises every minute meanwhile. */
const OLD_MS = QUOTE_LIFETIME_MS + 1;

let till: Till;
let signer: ClosablePool;
let calls: ReturnType<typeof withdrawalCalls>;
let reviewers: readonly [Reviewer, Reviewer];
beforeAll(async () => {
  till = await makeTill();
  signer = till.world.pool('signer', 4);
  calls = withdrawalCalls(till.world);
  reviewers = [await newReviewer(till.world), await newReviewer(till.world)];
});
afterAll(async () => {
  await signer.close();
  await till.close();
});
beforeEach(async () => {
  till.rates.BTC = 50_000;
  delete till.second.BTC;
  await set('cryptoOut.requoteBps', 500);
  await set('cryptoOut.spreadBps', 100);
  await till.sweep();
  const way = { coin: 'BTC', wallet: 'w', most: '100000000', reviewers: reviewers.map(({ key }) => key) };
  await signer.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${now()})`);
});

const now = () => till.world.clock.now();
const set = (key: 'cryptoOut.requoteBps' | 'cryptoOut.spreadBps', value: number) =>
  writeSetting(till.world.db, WITHDRAWAL_SETTINGS, key, value, now());

async function ask(amountUsd: number): Promise<{ readonly player: Actor; readonly id: string }> {
  const player = await richPlayer(till.world);
  const { id } = await calls.ask(player, { coin: 'BTC', address: BTC, amountUsd });
  return { player, id };
}
/** Moves the market and advances the clock. */
async function pass(ms: number, rate: number): Promise<void> {
  till.rates.BTC = rate;
  await till.world.clock.advance(ms - 60_000);
  await till.sweep();
}
async function approve(id: string): Promise<void> {
  for (const reviewer of reviewers) await calls.approve(reviewer, id);
}
let made = 0;
/** The result a signer gets when it stores these units; by default those of the row. */
async function store(id: string, units?: string): Promise<string> {
  made += 1;
  const txid = made.toString(16).padStart(64, '0');
  const { answer } = await signer.one<{ answer: string }>(sql`
    select payout_store(${id}, jsonb_build_object('txid', ${txid}::text, 'raw', 'aa', 'units',
      coalesce(${units ?? null}::text, w.units::text), 'inputs', '[]'::jsonb), 1e30, ${now()}) as answer
    from crypto_withdrawals w where w.id = ${id}`);
  return answer;
}
/** BTC for this many dollars minus the fee, at the market rate and a spread of 1%. */
const coins = (dollars: number, market: number) => (dollars - 3) / (market * 1.01);
const close = (found: string, wanted: number) => expect(Number(found)).toBeCloseTo(wanted, 7);

test('the bounds of a new quote are shown before the request and stored with the withdrawal', async () => {
  const player = await richPlayer(till.world);
  expect(await till.world.run(cryptoWithdrawTerms, player, {})).toMatchObject({ requoteBps: 500 });
  const quoted = await till.world.run(calculateCryptoWithdrawal, player, { coinName: 'BTC', amountUsd: 1_500 });
  close(quoted.leastCoin, coins(1_500, 50_000) * 0.95);
  close(quoted.mostCoin, coins(1_500, 50_000) * 1.05);
  await calls.remember(player, 'BTC', BTC);
  const input = { coinName: 'BTC', address: BTC, amountUsd: 1_500 };
  const asked = await till.world.run(createCryptoWithdrawal, player, input);
  const { leastCoin, mostCoin } = quoted;
  expect(asked).toMatchObject({ leastCoin, mostCoin, quotedAt: now() });
  await calls.reject(reviewers[0].actor, asked.id);
});

test.each([
  ['a falling price gives more coins', 48_500],
  ['a rising price gives fewer', 51_500],
])('a review of two hours is requoted at its end: %s', async (_, market) => {
  const { player, id } = await ask(1_500);
  await pass(2 * 60 * 60_000, market);
  await approve(id);
  const before = (await calls.last(player)).amountCoin;
  await till.world.sweepAll();
  const after = await calls.last(player);
  expect(after).toMatchObject({ status: 'APPROVED', quotedAt: now(), amountUsd: 1_500 });
  close(before, coins(1_500, 50_000));
  close(after.amountCoin, coins(1_500, market));
  expect(await store(id)).toBe('stored');
  await till.world.checkInvariants();
});

test('a review within 15 minutes keeps its rate', async () => {
  const { player, id } = await ask(1_500);
  await pass(QUOTE_LIFETIME_MS, 48_500);
  await approve(id);
  await till.world.sweepAll();
  close((await calls.last(player)).amountCoin, coins(1_500, 50_000));
  expect(await store(id)).toBe('stored');
});

test.each([47_000, 53_500])('outside its bounds (%i): the money is refunded, once', async (market) => {
  const { player, id } = await ask(1_500);
  await pass(2 * 60 * 60_000, market);
  await approve(id);
  const nodes = Array.from({ length: 4 }, () => till.world.node(till.world.clock));
  await Promise.all(nodes.map((node) => node.sweepAll()));
  expect(await calls.last(player)).toMatchObject({
    status: 'REFUNDED',
    reason: 'RATE_MOVED',
    reasonText: CRYPTO_WITHDRAWAL_REASONS.RATE_MOVED,
  });
  expect(await calls.money(player)).toEqual({ available: 10_000_000, hold: 0 });
  expect(await store(id)).toBe('gone');
});

test('a withdrawal that the signer could not send is requoted too, repeatedly within its first bounds', async () => {
  const { player, id } = await ask(500);
  const shown = await calls.last(player);
  await pass(OLD_MS, 51_500);
  close((await calls.last(player)).amountCoin, coins(500, 51_500));
  await pass(OLD_MS, 52_400);
  const last = await calls.last(player);
  close(last.amountCoin, coins(500, 52_400));
  expect([last.leastCoin, last.mostCoin]).toEqual([shown.leastCoin, shown.mostCoin]);
  // Little from quote to quote, but too much compared with what was shown.
  await pass(OLD_MS, 53_200);
  expect(await calls.last(player)).toMatchObject({ status: 'REFUNDED', reason: 'RATE_MOVED' });
  expect(await store(id)).toBe('gone');
});

test('a coin without a rate keeps its old quote and is requoted once there is a rate', async () => {
  const { player, id } = await ask(500);
  till.second.BTC = 60_000;
  await pass(OLD_MS, 50_000);
  expect(await calls.last(player)).toMatchObject({ status: 'APPROVED' });
  close((await calls.last(player)).amountCoin, coins(500, 50_000));
  delete till.second.BTC;
  await pass(60_000, 51_000);
  close((await calls.last(player)).amountCoin, coins(500, 51_000));
  expect(await store(id)).toBe('stored');
});

test('a transaction built before a new quote is not stored', async () => {
  const { player, id } = await ask(500);
  const { units } = await till.world.db.one<{ units: string }>(sql`
    select units::text as units from crypto_withdrawals where id = ${id}`);
  await pass(OLD_MS, 51_000);
  expect(await store(id, units)).toBe('gone');
  expect((await calls.last(player)).status).toBe('APPROVED');
  expect(await store(id)).toBe('stored');
  // A signed withdrawal is not requoted.
  await pass(OLD_MS, 49_000);
  close((await calls.last(player)).amountCoin, coins(500, 51_000));
});

test('settings that change while it waits do not change what was shown', async () => {
  const { player } = await ask(500);
  await set('cryptoOut.spreadBps', 400);
  await set('cryptoOut.requoteBps', 0);
  await pass(OLD_MS, 51_000);
  close((await calls.last(player)).amountCoin, coins(500, 51_000));
});

test('the database keeps the coins within the bounds, the quote from going back in time, and reviews from being requoted', async () => {
  const { id } = await ask(500);
  const review = await ask(1_500);
  const { db } = till.world.deps;
  const requote = (of: string, units: string, at: number) => sql`
    select withdrawal_requote(${of}, w.units ${{ text: units, values: [] }}, w.rate_micro, ${at}) as done
    from crypto_withdrawals w where w.id = ${of}`;
  await expect(db.one(requote(id, '* 2', now() + 1))).rejects.toThrow('crypto_withdrawals_bounds');
  await expect(db.one(requote(id, '/ 2', now() + 1))).rejects.toThrow('crypto_withdrawals_bounds');
  expect(await db.one(requote(id, '+ 1', now()))).toEqual({ done: false });
  expect(await db.one(requote(review.id, '+ 1', now() + 1))).toEqual({ done: false });
  for (const change of [sql`units = units + 1`, sql`most_units = most_units * 2`, sql`quoted_at = quoted_at + 1`])
    await expect(db.run(sql`update crypto_withdrawals set ${change} where id = ${id}`)).rejects.toThrow(
      'permission denied',
    );
  for (const change of [sql`units = units + 1`, sql`most_units = most_units * 2`, sql`spread_bps = 0`])
    await expect(till.world.db.run(sql`update crypto_withdrawals set ${change} where id = ${id}`)).rejects.toThrow(
      'would become another one',
    );
  await calls.reject(reviewers[0].actor, review.id);
});

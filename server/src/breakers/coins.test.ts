/** Circuit breakers of withdrawals by crypto: each coin is a way of its own. */
import { listBreakerTrips } from '@fairpot/contract/operations/breakers/schemas';
import { createCryptoWithdrawal, rejectCryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';
import {
  withdrawalCalls,
  newReviewer,
  richPlayer,
  type Reviewer,
} from '../../testing/crypto/withdrawals/withdrawals.fixture.ts';
import { WITHDRAWAL_SETTINGS } from '../crypto/withdrawals/settings.ts';
import type { ClosablePool } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { writeSetting } from '../../testing/settings.ts';
import { tradesFeature } from '../trades/trades.feature.ts';
import { breakersFeature } from './breakers.feature.ts';
import { BREAKER_SETTINGS } from './settings.ts';
import { sweepOnce } from '../../testing/cases/sweep-case.ts';

const TRON = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

let till: Till;
let signer: ClosablePool;
let calls: ReturnType<typeof withdrawalCalls>;
let reviewer: Reviewer;
beforeAll(async () => {
  till = await makeTill({}, [tradesFeature, breakersFeature]);
  signer = till.world.pool('signer', 4);
  calls = withdrawalCalls(till.world);
  reviewer = await newReviewer(till.world);
  await till.sweep();
});
afterAll(async () => {
  await signer.close();
  await till.close();
});
beforeEach(async () => {
  const { db, clock } = till.world;
  const ways = [
    { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: [reviewer.key] },
    { coin: 'BTC', wallet: 'bc1', most: '30000000', reviewers: [reviewer.key] },
  ];
  await signer.run(sql`select payout_advertise(${JSON.stringify(ways)}::jsonb, ${clock.now()})`);
  await db.run(sql`delete from breaker_trips`);
  await db.run(sql`delete from breaker_hours`);
  await writeSetting(db, BREAKER_SETTINGS, 'breaker.coinHourCents', 5_000, clock.now());
});

const usdt = (amountUsd: number) => ({ coin: 'USDT', address: TRON, amountUsd }) as const;
const trips = async () => (await till.world.run(listBreakerTrips, reviewer.actor, {})).trips;

test('a coin that leaves faster than its limit stops; the others and refunds do not', async () => {
  const [first, second] = [await richPlayer(till.world), await richPlayer(till.world)];
  const newcomer = await till.player();
  const order = await till.order(newcomer, 'USDT', 30);
  await till.show('USDT', order.wallet, 30_000_000n);
  await till.confirm('tron', 200, 200);
  await till.sweep();
  await calls.remember(newcomer, 'USDT', TRON);
  expect(await till.world.db.many(sql`select way, in_cents as cents from breaker_hours`)).toEqual([
    { way: 'coin:USDT', cents: 3_000 },
  ]);
  await till.world.db.run(sql`delete from breaker_hours`);
  await calls.ask(first, usdt(50));
  expect(await trips()).toEqual([]);
  await calls.ask(first, usdt(20));
  expect(await trips()).toMatchObject([
    { breaker: 'OUTFLOW', subject: 'USDT', figures: { hourOutUsd: 70, hourLimitUsd: 50 } },
  ]);
  await calls.remember(second, 'USDT', TRON);
  const input = { coinName: 'USDT', address: TRON, amountUsd: 20 } as const;
  expect(await till.world.refused(createCryptoWithdrawal, second, input)).toBe('WITHDRAW_CHECKED');
  await calls.ask(second, { coin: 'BTC', address: BITCOIN, amountUsd: 40 });
  // All of it was deposited and not played: nothing stops it.
  await till.world.run(createCryptoWithdrawal, newcomer, input);
});

test('a withdrawal that staff reject counts back', async () => {
  const { db, clock } = till.world;
  const player = await richPlayer(till.world);
  await writeSetting(db, WITHDRAWAL_SETTINGS, 'cryptoOut.reviewCents', 1_000, clock.now());
  const { id } = await calls.ask(player, usdt(45));
  await till.world.run(rejectCryptoWithdrawal, reviewer.actor, { withdrawalId: id, why: 'not their address' });
  await calls.ask(player, usdt(45));
  expect(await trips()).toEqual([]);
  await calls.ask(player, usdt(45));
  expect(await trips()).toMatchObject([{ subject: 'USDT', figures: { hourOutUsd: 90 } }]);
});

test('a coin whose rate sources disagree is shown until they agree again', async () => {
  const { db, clock, features } = till.world;
  await db.run(sql`update crypto_rates set quoted_at = ${clock.now()}`);
  expect(await sweepOnce(features, 'crypto.doubts')).toBe(0);
  const { micro } = await db.one<{ micro: number }>(
    sql`select max(micro) as micro from crypto_rates where coin = 'BTC'`,
  );
  const [{ source } = { source: '' }] = await db.many<{ source: string }>(sql`
    select source from crypto_rates where coin = 'BTC' order by micro desc limit 1`);
  await db.run(sql`
    update crypto_rates set micro = ${Math.ceil(micro * 1.05)} where coin = 'BTC' and source = ${source}`);
  expect(await sweepOnce(features, 'crypto.doubts')).toBe(1);
  expect(await sweepOnce(features, 'crypto.doubts')).toBe(0);
  expect(await trips()).toMatchObject([{ breaker: 'RATES', subject: 'BTC', reset: null }]);
  await db.run(sql`update crypto_rates set micro = ${micro} where coin = 'BTC' and source = ${source}`);
  expect(await sweepOnce(features, 'crypto.doubts')).toBe(1);
  expect(await trips()).toEqual([]);
});

/**
 * The required depth depends on everything at stake: all credits of a coin that are not final, for the player and for the site, not on
 * single payments.
 */
import { createCryptoOrder, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { writeSetting } from '../../testing/settings.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { DEPOSIT_SETTINGS } from './settings.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';

let till: Till;
let height = 1_000;
beforeAll(async () => {
  till = await makeTill();
  Object.assign(till.rates, { BTC: 50_000, ETH: 2_000 });
  await till.sweep();
});
// Makes everything that a test left behind final.
afterEach(async () => {
  height += 200;
  for (const network of ['bitcoin', 'ethereum'] as const) await till.confirm(network, height, height);
  await till.sweep();
  height += 1;
});
afterAll(() => till.close());

/** $999 in satoshi. */
const SATS = 1_998_000n;
const unfinal = async (coin: 'BTC' | 'ETH') => {
  const { sum } = await till.world.db.one<{ sum: number }>(sql`
    select coalesce(sum(credited_cents), 0)::bigint as sum from crypto_payments
    where coin = ${coin} and state = 'CREDITED' and not final`);
  return sum;
};
async function paid(players: readonly Actor[], times = 1): Promise<void> {
  const { runner } = till.world;
  await till.world.sweepAll();
  for (const player of players) {
    const wallets = await runner.execute(listCryptoWallets, player, {});
    const walletId = wallets.find(({ coinName }) => coinName === 'BTC')?.id ?? '';
    const { wallet } = await runner.execute(createCryptoOrder, player, { walletId, amountUsd: 999 }, { key: walletId });
    for (let n = 0; n < times; n += 1) await till.show('BTC', wallet, SATS, { height });
  }
}
/** Adds blocks and runs the sweeps of several nodes at once. */
async function deep(blocks: number, final = -1): Promise<void> {
  await till.confirm('bitcoin', height + blocks - 1, final);
  await till.world.clock.advance(60_000);
  const nodes = Array.from({ length: 4 }, () => till.world.node(till.world.clock));
  await Promise.all(nodes.map((node) => node.sweepAll()));
}
const people = (n: number) => Promise.all(Array.from({ length: n }, () => till.player()));

test('fifty payments of $999 in one block: one after two blocks, the others once final', async () => {
  const [player] = (await people(1)) as [Actor];
  await paid([player], 50);
  await deep(2);
  expect(await till.cash(player)).toBe(99_900);
  await deep(5);
  expect(await till.cash(player)).toBe(99_900);
  await deep(6, height);
  expect(await till.cash(player)).toBe(50 * 99_900);
});

test('fifty players with $999 each: ten of them after two blocks, at most $10,000 at stake', async () => {
  const players = await people(50);
  await paid(players);
  await deep(2);
  expect(await unfinal('BTC')).toBe(10 * 99_900);
  // Final credits make room and do not wait any longer.
  await deep(6, height);
  for (const player of players) expect(await till.cash(player)).toBe(99_900);
});

test('the admin setting is the site’s maximum; the screen shows how many blocks a payment needs', async () => {
  const { db, clock } = till.world;
  const set = (value: number) => writeSetting(db, DEPOSIT_SETTINGS, 'crypto.unfinalCents', value, clock.now());
  const players = await people(3);
  await set(199_800);
  await paid(players);
  await deep(2);
  expect(await unfinal('BTC')).toBe(199_800);
  const needed = await Promise.all(players.map(async (each) => (await till.orders(each))[0]?.payments[0]));
  expect(needed.filter((each) => each?.state === 'CONFIRMING').map((each) => each?.needed)).toEqual([6]);
  await set(0);
  const [late] = (await people(1)) as [Actor];
  const { wallet } = await till.order(late, 'BTC', 10);
  await till.show('BTC', wallet, 20_000n, { height });
  await deep(5);
  expect(await till.cash(late)).toBe(0);
  await set(1_000_000);
});

test('coins are counted separately', async () => {
  const [player] = (await people(1)) as [Actor];
  await paid([player]);
  await deep(2);
  const { wallet } = await till.order(player, 'ETH', 999);
  await till.show('ETH', wallet, 4_995n * 10n ** 14n, { height });
  await till.confirm('ethereum', height + 31);
  await till.sweep();
  expect(await till.cash(player)).toBe(2 * 99_900);
});

test('a re-org of credited payments makes no room until a person has closed its incident', async () => {
  const [player] = (await people(1)) as [Actor];
  const first = await till.order(player, 'BTC', 999);
  const { txid } = await till.show('BTC', first.wallet, SATS, { height });
  await deep(2);
  await till.show('BTC', first.wallet, SATS, { txid, height: null });
  const second = await till.order(player, 'BTC', 999);
  await till.show('BTC', second.wallet, SATS, { height });
  await deep(3);
  expect(await till.cash(player)).toBe(99_900);
  await till.world.db.run(sql`
    update crypto_incidents set closed_at = ${till.world.clock.now()}, closed_by = ${player.id}, why = 'it is lost'
    where txid = ${txid}`);
  await deep(4);
  expect(await till.cash(player)).toBe(2 * 99_900);
});

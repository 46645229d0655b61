/**
 * What is credited for a payment, following the threats T16 to T19: once, for what arrived, deep enough, at the promised rate; late,
 * under, over, twice, in another coin; and what a re-org after the credit does.
 */
import { createCryptoOrder, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';
import { notificationsOf } from '../../testing/notifications.ts';

const DAY_MS = 24 * 60 * 60_000;

let till: Till;
beforeAll(async () => {
  till = await makeTill();
});
afterAll(() => till.close());
beforeEach(() => Object.assign(till.rates, { TRX: 0.27, USDT: 1, BTC: 50_000, ETH: 2_000 }));

const statusOf = async (player: Parameters<Till['cash']>[0]) => {
  const [order] = await till.orders(player);
  return [order?.status, order?.amountUsd, ...(order?.payments.map(({ state }) => state) ?? [])];
};
const incidents = (address: string) =>
  till.world.db.many<{ kind: string; open: boolean }>(sql`
    select i.kind, i.closed_at is null as open from crypto_incidents i join crypto_wallets w on w.id = i.wallet_id
    where w.address = ${address} order by i.id`);

test('a payment is credited when it is deep enough, once, however often the chain shows it', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'BTC', 10);
  const seenAt = till.world.clock.now();
  const { txid } = await till.show('BTC', wallet, 20_000n, { height: null });
  await till.sweep();
  expect(await statusOf(player)).toEqual(['PENDING', 10, 'SEEN']);
  const blockAt = till.world.clock.now();
  await till.show('BTC', wallet, 20_000n, { txid, height: 500 });
  await till.confirm('bitcoin', 500);
  await till.sweep();
  const [waiting] = await till.orders(player);
  const confirming = { state: 'CONFIRMING', confirmations: 1, needed: 2, seenAt, blockAt, atLock: 'ALL' };
  const open = { amountUsd: null, overLimit: false };
  expect(waiting?.payments).toEqual([{ txid, coinName: 'BTC', amountCoin: '0.0002', ...confirming, ...open }]);
  expect(await till.cash(player)).toBe(0);
  await till.confirm('bitcoin', 501);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['COMPLETED', 10, 'CREDITED']);
  for (let n = 0; n < 100; n += 1) await till.show('BTC', wallet, 20_000n, { txid, height: 500 });
  await till.confirm('bitcoin', 502);
  await till.sweep();
  expect(await till.cash(player)).toBe(1_000);
  expect(await till.orders(player)).toHaveLength(1);
  expect((await notificationsOf(till.world.db, player)).map(({ text }) => text)).toEqual([
    'Deposit credited: $10.00 in BTC.',
  ]);
});

test('twenty sweeps at once credit once', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'USDT');
  await till.show('USDT', wallet, 10_000_000n);
  await till.confirm('tron', 100, 100);
  const nodes = Array.from({ length: 10 }, () => till.world.node(till.world.clock));
  await Promise.all(nodes.map((node) => node.sweepAll()));
  expect(await till.cash(player)).toBe(1_000);
});

test('two outputs of one transaction, and two transactions, are credited separately', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'BTC', 20);
  const { txid } = await till.show('BTC', wallet, 20_000n, { idx: 0, height: 700 });
  await till.show('BTC', wallet, 20_000n, { idx: 3, txid, height: 700 });
  await till.show('BTC', wallet, 40_000n, { height: 700 });
  await till.confirm('bitcoin', 705);
  await till.sweep();
  expect(await till.cash(player)).toBe(4_000);
  expect(await statusOf(player)).toEqual(['COMPLETED', 40, 'CREDITED', 'CREDITED', 'CREDITED']);
});

test.each([
  ['under', 10, 9_990_000n, 999],
  ['far under, below the minimum', 10, 10_000n, 1],
  ['over', 10, 12_345_678n, 1_234],
  ['far over', 10, 99_999_999_999n, 9_999_999],
])('%s: the amount that arrived is credited', async (_, asked, units, cents) => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'USDT', asked);
  await till.show('USDT', wallet, units);
  await till.confirm('tron', 100, 100);
  await till.sweep();
  expect(await till.cash(player)).toBe(cents);
  expect(await statusOf(player)).toEqual(['COMPLETED', cents / 100, 'CREDITED']);
});

test('less than a cent is dust: never credited, and the order stays open', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'USDT');
  await till.show('USDT', wallet, 9_999n);
  await till.confirm('tron', 100, 100);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['PENDING', 10, 'DUST']);
  expect(await till.cash(player)).toBe(0);
});

test('the locked rate applies to payments in a block while it holds; later and earlier ones get the current rate', async () => {
  const [inside, late, early] = [await till.player(), await till.player(), await till.player()];
  const first = await till.order(inside, 'BTC');
  const second = await till.order(late, 'BTC');
  await till.show('BTC', first.wallet, 20_000n, { height: 800 });
  // The early one: seen first, then ordered after the rate has risen.
  await till.order(early, 'TRX');
  const shown = await till.world.db.maybe<{ address: string }>(sql`
    select address from crypto_wallets where player_id = ${early.id} and coin = 'BTC'`);
  await till.show('BTC', shown?.address ?? '', 20_000n, { height: 800 });
  till.rates.BTC = 60_000;
  await till.sweep();
  await till.confirm('bitcoin', 805);
  await till.sweep();
  expect(await till.cash(inside)).toBe(1_000);
  expect(await till.cash(early)).toBe(1_200);
  await till.world.clock.advance(31 * 60_000);
  till.rates.BTC = 40_000;
  await till.sweep();
  await till.show('BTC', second.wallet, 20_000n, { height: 806 });
  await till.confirm('bitcoin', 810);
  await till.sweep();
  expect(await till.cash(late)).toBe(800);
});

test('paid before the button was pressed: the amount received is the deposit, and pressing it locks no rate', async () => {
  const player = await till.player();
  const wallet = (await till.world.run(listCryptoWallets, player, {})).find(({ coinName }) => coinName === 'BTC');
  await till.show('BTC', wallet?.wallet ?? '', 20_000n, { height: null });
  await till.sweep();
  const input = { walletId: wallet?.id ?? '', amountUsd: 500 };
  const order = await till.world.run(createCryptoOrder, player, input);
  expect(order).toMatchObject({ status: 'PENDING', amountCoin: null, payments: [{ state: 'SEEN' }] });
  expect(await till.orders(player)).toHaveLength(1);
});

test('an unpaid order is declined after a day; a later payment is still credited', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'BTC', 15);
  await till.world.clock.advance(DAY_MS - 10 * 60_000);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['PENDING', 15]);
  await till.world.clock.advance(10 * 60_000);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['DECLINED', 15]);
  expect(
    (await notificationsOf(till.world.db, player)).map(({ kind, text }) => [kind, text.slice(0, 12)]),
  ).toContainEqual(['deposit', 'Your deposit']);
  await till.show('BTC', wallet, 20_000n, { height: 900 });
  await till.confirm('bitcoin', 905);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['COMPLETED', 10, 'CREDITED']);
});

test('each change of an order is pushed to its player only: confirmations, credit, decline', async () => {
  const [player, other] = [await till.player(), await till.player()];
  const pushed = async (id: string) =>
    (
      await till.world.db.many<{ player: string; version: number; status: string }>(sql`
        select player_id as player, version, body->>'status' as status from facts
        where topic = 'player' and type = 'crypto.order' and subject = ${id} order by xid, id`)
    ).map(({ player: owner, version, status }) => [owner === player.id, version, status]);
  const paid = await till.order(player, 'BTC', 10);
  await till.order(other, 'BTC', 10);
  const { txid } = await till.show('BTC', paid.wallet, 20_000n, { height: null });
  await till.sweep();
  await till.show('BTC', paid.wallet, 20_000n, { txid, height: 4_000 });
  for (const tip of [4_000, 4_001]) {
    await till.confirm('bitcoin', tip);
    await till.sweep();
  }
  // Ordered, seen, in a block, credited: each is a newer version, and the last one equals the list.
  const versionsPushed = await pushed(paid.id);
  expect(versionsPushed.map(([, , status]) => status)).toEqual(['PENDING', 'PENDING', 'PENDING', 'COMPLETED']);
  expect(versionsPushed.every(([own]) => own)).toBe(true);
  const versions = versionsPushed.map(([, version]) => Number(version));
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect((await till.orders(player))[0]?.version).toBe(versions.at(-1));
  const left = await till.order(player, 'TRX', 10);
  await till.world.clock.advance(DAY_MS);
  await till.sweep();
  expect((await pushed(left.id)).map(([, , status]) => status)).toEqual(['PENDING', 'DECLINED']);
});

test('a pending payment keeps its order open, a lost one does not', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'BTC');
  const { txid } = await till.show('BTC', wallet, 20_000n, { height: null });
  await till.world.clock.advance(DAY_MS + 60_000);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['PENDING', 10, 'SEEN']);
  await till.watcher.run(sql`select crypto_lost('bitcoin', array[${txid}::text], ${till.world.clock.now()})`);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['DECLINED', 10, 'LOST']);
  expect(await incidents(wallet)).toEqual([]);
});

test('a payment that left its block keeps its order open for a day and no longer', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'ETH');
  await till.world.clock.advance(DAY_MS - 60_000);
  await cursor('ethereum', 1_500);
  const { txid } = await till.show('ETH', wallet, 5n * 10n ** 15n, { height: 1_500 });
  await rewind('ethereum', 1_500, 1_495);
  await till.world.clock.advance(DAY_MS - 120_000);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['PENDING', 10, 'REORGED']);
  await till.world.clock.advance(120_000);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['DECLINED', 10, 'REORGED']);
  // It comes back after all.
  await till.show('ETH', wallet, 5n * 10n ** 15n, { txid, height: 1_510 });
  await till.confirm('ethereum', 1_560);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['COMPLETED', 10, 'CREDITED']);
});

test('another coin of the same network is credited as that coin; a payment without an order gets one', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'TRX');
  await till.show('USDT', wallet, 7_000_000n);
  const free = await till.world.db.one<{ address: string }>(sql`
    select address from crypto_wallets where player_id = ${player.id} and coin = 'ETH'`);
  await till.show('ETH', free.address, 5_000_000_000_000_000n, { height: 50 });
  await till.confirm('tron', 100, 100);
  await till.confirm('ethereum', 90);
  await till.sweep();
  expect(await till.cash(player)).toBe(700 + 1_000);
  const orders = await till.orders(player);
  expect(
    orders.map(({ coinName, status, amountUsd, amountCoin }) => [coinName, status, amountUsd, amountCoin]),
  ).toEqual([
    ['ETH', 'COMPLETED', 10, null],
    ['TRX', 'COMPLETED', 7, '37.037038'],
  ]);
});

test('large amounts wait longer: six blocks for Bitcoin, finality for Ethereum', async () => {
  const player = await till.player();
  const btc = await till.order(player, 'BTC', 2_000);
  const eth = await till.order(player, 'ETH', 2_000);
  await till.show('BTC', btc.wallet, 4_000_000n, { height: 1_000 });
  await till.show('ETH', eth.wallet, 10n ** 18n, { height: 1_000 });
  const cashAt = async (network: 'bitcoin' | 'ethereum', tip: number, final?: number) => {
    await till.confirm(network, tip, final);
    await till.sweep();
    return till.cash(player);
  };
  expect(await cashAt('bitcoin', 1_004)).toBe(0);
  expect(await cashAt('bitcoin', 1_005)).toBe(200_000);
  expect(await cashAt('ethereum', 1_060)).toBe(200_000);
  expect(await cashAt('ethereum', 1_064, 1_000)).toBe(400_000);
});

test('without a rate a payment waits, is credited once there is one again, and delays no other payment', async () => {
  const [one, two] = [await till.player(), await till.player()];
  const eth = await till.order(one, 'ETH');
  const usdt = await till.order(two, 'USDT');
  await till.world.clock.advance(31 * 60_000);
  till.second.ETH = 9;
  await till.sweep();
  await till.show('ETH', eth.wallet, 10n ** 16n, { height: 10 });
  await till.show('USDT', usdt.wallet, 10_000_000n);
  await till.confirm('ethereum', 60);
  await till.confirm('tron', 100, 100);
  await till.sweep();
  expect([await till.cash(one), await till.cash(two)]).toEqual([0, 1_000]);
  delete till.second.ETH;
  await till.sweep();
  expect(await till.cash(one)).toBe(2_000);
});

test('a re-org before the credit: nothing is credited until the payment is in the chain again', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'ETH');
  await cursor('ethereum', 2_000);
  const { txid } = await till.show('ETH', wallet, 5n * 10n ** 15n, { height: 2_000 });
  await rewind('ethereum', 2_000, 1_995);
  await till.confirm('ethereum', 2_050);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['PENDING', 10, 'REORGED']);
  await till.show('ETH', wallet, 5n * 10n ** 15n, { txid, height: 2_003 });
  await till.confirm('ethereum', 2_050);
  await till.sweep();
  expect(await statusOf(player)).toEqual(['COMPLETED', 10, 'CREDITED']);
  expect(await incidents(wallet)).toEqual([]);
});

test('a re-org after the credit: an incident, no debit; the address gets no further credits until the payment is final again', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'ETH');
  await cursor('ethereum', 3_000);
  const { txid } = await till.show('ETH', wallet, 5n * 10n ** 15n, { height: 3_000 });
  await till.confirm('ethereum', 3_040);
  await till.sweep();
  expect(await till.cash(player)).toBe(1_000);
  await rewind('ethereum', 3_000, 2_999);
  await till.sweep();
  expect(await incidents(wallet)).toEqual([{ kind: 'REORG_AFTER_CREDIT', open: true }]);
  // The same money again in another transaction, as a replaced payment would be.
  await till.show('ETH', wallet, 5n * 10n ** 15n, { height: 3_001 });
  await till.confirm('ethereum', 3_090);
  await till.sweep();
  expect(await till.cash(player)).toBe(1_000);
  await till.show('ETH', wallet, 5n * 10n ** 15n, { txid, height: 3_002 });
  await till.confirm('ethereum', 3_091);
  await till.sweep();
  expect(await incidents(wallet)).toEqual([{ kind: 'REORG_AFTER_CREDIT', open: true }]);
  await till.confirm('ethereum', 3_095, 3_010);
  await till.sweep();
  expect(await incidents(wallet)).toEqual([{ kind: 'REORG_AFTER_CREDIT', open: false }]);
  expect(await till.cash(player)).toBe(2_000);
});

test('a payment to an address that does not match its index: an incident, nothing credited', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'USDT');
  const busy = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';
  await till.world.db.run(sql`update crypto_wallets set address = ${busy} where address = ${wallet}`);
  await till.show('USDT', busy, 1_000_000_000n);
  await till.confirm('tron', 100, 100);
  await till.sweep();
  expect(await till.cash(player)).toBe(0);
  // One about the payment, one about the address itself: the address round finds it too.
  const foreign = { kind: 'FOREIGN_ADDRESS', open: true };
  expect(await incidents(busy)).toEqual([foreign, foreign]);
});

test('neither the app nor the watcher can forge the other’s rows', async () => {
  const { db } = till.world.deps;
  const invented = sql`
    insert into crypto_payments (network, txid, idx, wallet_id, coin, units, state, seen_at, changed_at)
    select 'tron', repeat('a', 64), 0, id, coin, 1, 'SEEN', 0, 0 from crypto_wallets limit 1`;
  await expect(db.run(invented)).rejects.toThrow('permission denied');
  await expect(db.run(sql`update crypto_payments set units = 1`)).rejects.toThrow('permission denied');
  await expect(db.run(sql`update crypto_networks set height = 1`)).rejects.toThrow('permission denied');
  await expect(db.run(sql`update crypto_wallets set address = 'x'`)).rejects.toThrow('permission denied');
  await expect(db.run(sql`select crypto_see('tron', '[]', 1)`)).rejects.toThrow('permission denied');
  const { watcher } = till;
  for (const tried of [
    sql`select ledger_transfer('t', 'k', 'X', 'r', 1, array['world', 'house'], array[-1, 1]::bigint[])`,
    sql`update crypto_payments set state = 'CREDITED'`,
    sql`insert into crypto_wallets select * from crypto_wallets`,
    sql`select player_id from crypto_wallets`,
    sql`select 1 from crypto_orders`,
    sql`update crypto_networks set height = 1`,
  ]) {
    await expect(watcher.run(tried)).rejects.toThrow('permission denied');
  }
});

test('a credited payment cannot be changed into another one, even by the owner', async () => {
  const { db } = till.world;
  for (const tried of [
    sql`update crypto_payments set credited_cents = credited_cents + 1 where state = 'CREDITED'`,
    sql`update crypto_payments set units = units + 1`,
    sql`update crypto_payments set wallet_id = (select min(id) from crypto_wallets) where state = 'CREDITED'`,
    sql`update crypto_payments set state = 'CONFIRMING', credited_cents = null, transfer_id = null, credited_at = null,
      rate_micro = null where state = 'CREDITED'`,
    sql`delete from crypto_payments`,
  ]) {
    await expect(db.run(tried)).rejects.toThrow();
  }
});

/** The watcher has read up to this block. */
async function cursor(network: string, height: number): Promise<void> {
  await till.world.db.run(sql`
    update crypto_networks set height = ${height}, hash = ${`block ${height}`}, read_at = 0
    where network = ${network}`);
}

async function rewind(network: string, from: number, to: number): Promise<void> {
  await till.watcher.run(sql`
    select crypto_rewind(${network}, ${from}, ${`block ${from}`}, ${to}, ${`block ${to}`}, ${till.world.clock.now()})`);
}

/** The calls of crypto deposits: addresses, rates, orders, and every refusal. */
import {
  calculateCrypto,
  createCryptoOrder,
  listCryptoOrders,
  listCryptoRates,
  listCryptoWallets,
} from '@fairpot/contract/crypto/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { depositAddresses } from './addresses.ts';
import { DEPOSIT_SETTINGS } from './settings.ts';
import { makeTill, xpubsOf, type Till } from '../../testing/crypto/till.fixture.ts';

/** The terms shown with every coin's rate. */
const TERMS = { spreadBps: 0, networkFeeUsd: 0, lockMs: 1_800_000, lockDayUsd: 5_000 };

let till: Till;
beforeAll(async () => {
  till = await makeTill();
});
afterAll(() => till.close());

const wallets = (player: Parameters<Till['cash']>[0]) => till.world.run(listCryptoWallets, player, {});

test('each player gets their own address per coin, derived from the key, and keeps it until it has an order', async () => {
  const [one, two] = [await till.player(), await till.player()];
  const shown = await wallets(one);
  expect(shown.map(({ coinName, networkName }) => [coinName, networkName])).toEqual([
    ['TRX', 'TRON'],
    ['USDT', 'TRC20'],
    ['BTC', 'Bitcoin'],
    ['ETH', 'Ethereum'],
  ]);
  expect(await wallets(one)).toEqual(shown);
  const keys = xpubsOf('the till of the tests');
  const theirs = await wallets(two);
  expect(new Set([...shown, ...theirs].map(({ wallet }) => wallet)).size).toBe(8);
  const tron = [0, 1, 2, 3].map((index) => depositAddresses('tron', keys.tron).at(index));
  expect([...shown, ...theirs].slice(0, 2).map(({ wallet }) => wallet)).toEqual(tron.slice(0, 2));
  const order = await till.order(one, 'BTC', 25);
  expect(order).toMatchObject({ status: 'PENDING', amountUsd: 25, wallet: shown[2]?.wallet, payments: [] });
  const next = await wallets(one);
  expect(next[2]?.wallet).not.toBe(shown[2]?.wallet);
  expect(next[0]).toEqual(shown[0]);
});

test('twenty concurrent first visits create one address per coin', async () => {
  const player = await till.player();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => till.world.runner.execute(listCryptoWallets, player, {}, { key: null })),
  );
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
  await till.world.checkInvariants();
});

test('rates and amounts: the requested units cover the amount, in the coin’s own decimals', async () => {
  const player = await till.player();
  await till.sweep();
  expect(await till.world.run(listCryptoRates, player, {})).toEqual([
    { name: 'TRX', amountUsd: 0.27, marketUsd: 0.27, ...TERMS },
    { name: 'USDT', amountUsd: 1, marketUsd: 1, ...TERMS },
    { name: 'BTC', amountUsd: 67_187.33, marketUsd: 67_187.33, ...TERMS },
    { name: 'ETH', amountUsd: 3_500, marketUsd: 3_500, ...TERMS },
  ]);
  const of = (coinName: string, amountUsd: number) => till.world.run(calculateCrypto, player, { coinName, amountUsd });
  expect(await of('BTC', 10)).toEqual({ amountCoin: '0.00014884', multipliedAmountUsd: 10, amountUsd: 10 });
  expect(await of('TRX', 12.34)).toEqual({ amountCoin: '45.703704', multipliedAmountUsd: 12.34, amountUsd: 12.34 });
});

test('the spread is shown before an amount is typed, and applied to the amount, the lock and the credit', async () => {
  const player = await till.player();
  const { db, clock } = till.world;
  const before = await till.order(player, 'USDT', 10);
  await writeSetting(db, DEPOSIT_SETTINGS, 'crypto.depositSpreadBps', 150, clock.now());
  await till.sweep();
  const rates = await till.world.run(listCryptoRates, player, {});
  expect(rates[1]).toEqual({ name: 'USDT', amountUsd: 0.985, marketUsd: 1, ...TERMS, spreadBps: 150 });
  const asked = await till.world.run(calculateCrypto, player, { coinName: 'USDT', amountUsd: 19.7 });
  expect(asked.amountCoin).toBe('20');
  const locked = await till.order(player, 'USDT', 19.7);
  expect(locked.amountCoin).toBe('20');
  // An older order keeps its rate; a late payment gets the terms shown now.
  await till.show('USDT', before.wallet, 10_000_000n);
  await till.show('USDT', locked.wallet, 20_000_000n);
  await till.confirm('tron', 100, 100);
  await till.sweep();
  expect(await till.cash(player)).toBe(1_000 + 1_970);
  await clock.advance(31 * 60_000);
  await till.sweep();
  await till.show('USDT', before.wallet, 10_000_000n);
  await till.confirm('tron', 100, 100);
  await till.sweep();
  expect(await till.cash(player)).toBe(1_000 + 1_970 + 985);
  await writeSetting(db, DEPOSIT_SETTINGS, 'crypto.depositSpreadBps', 0, clock.now());
});

test('refuses bad amounts: none, negative, huge, a third decimal, below the minimum, another coin', async () => {
  const player = await till.player();
  const [wallet] = await wallets(player);
  const order = (amountUsd: unknown) =>
    till.world.refused(createCryptoOrder, player, { walletId: wallet?.id, amountUsd });
  for (const bad of [0, -10, NaN, Infinity, 1e9, '10', null, 10.001]) expect(await order(bad)).toBe('BAD_INPUT');
  for (const little of [9.99, 0.01, 1]) expect(await order(little)).toBe('CRYPTO_MIN');
  const coin = { coinName: 'DOGE', amountUsd: 10 };
  expect(await till.world.refused(calculateCrypto, player, coin)).toBe('BAD_INPUT');
});

test('an order needs an own address without an order; twenty at once create one', async () => {
  const [one, two] = [await till.player(), await till.player()];
  const [trx] = await wallets(one);
  const input = { walletId: trx?.id ?? '', amountUsd: 10 };
  expect(await till.world.refused(createCryptoOrder, two, input)).toBe('NOT_FOUND');
  await till.sweep();
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      till.world.runner.execute(createCryptoOrder, one, input, { key: `at once ${n}` }),
    ),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await till.world.refused(createCryptoOrder, one, input)).toBe('CRYPTO_ORDERED');
  expect(await till.orders(one)).toHaveLength(1);
});

test('at most five orders may be open, however many arrive together', async () => {
  const player = await till.player();
  for (let n = 0; n < 4; n += 1) await till.order(player, 'TRX');
  const rest = await wallets(player);
  const ends = await Promise.allSettled(
    rest.map(({ id }) =>
      till.world.runner.execute(createCryptoOrder, player, { walletId: id, amountUsd: 10 }, { key: `fifth ${id}` }),
    ),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [next] = await wallets(player);
  const input = { walletId: next?.id, amountUsd: 10 };
  expect(await till.world.refused(createCryptoOrder, player, input)).toBe('TOO_MANY_CRYPTO_ORDERS');
});

test('no order without a rate: silent sources, sources that disagree, or a stablecoin off its peg', async () => {
  const player = await till.player();
  const refused = async (coin: 'BTC' | 'USDT') => {
    await till.sweep();
    await till.world.clock.advance(6 * 60_000);
    await till.sweep();
    const wallet = (await wallets(player)).find(({ coinName }) => coinName === coin);
    return till.world.refused(createCryptoOrder, player, { walletId: wallet?.id, amountUsd: 10 });
  };
  till.silent = true;
  expect(await refused('BTC')).toBe('COIN_RATE_UNKNOWN');
  expect(await till.world.run(listCryptoRates, player, {})).toContainEqual({
    name: 'BTC',
    amountUsd: null,
    marketUsd: null,
    ...TERMS,
  });
  till.silent = false;
  till.second.BTC = 67_187.33 * 10;
  expect(await refused('BTC')).toBe('COIN_RATE_UNKNOWN');
  delete till.second.BTC;
  till.rates.USDT = 0.9;
  expect(await refused('USDT')).toBe('COIN_RATE_UNKNOWN');
  till.rates.USDT = 1;
  await till.sweep();
  expect((await till.order(player, 'USDT')).amountCoin).toBe('10');
});

test('refuses bots, signed-out visitors, and everyone while deposits are paused', async () => {
  const player = await till.player();
  const [wallet] = await wallets(player);
  const input = { walletId: wallet?.id ?? '', amountUsd: 10 };
  const { clock, db } = till.world;
  await writeSetting(db, SITE_SETTINGS, 'cryptoDeposit.paused', true, clock.now());
  expect(await till.world.refused(createCryptoOrder, player, input)).toBe('GAME_PAUSED');
  await writeSetting(db, SITE_SETTINGS, 'cryptoDeposit.paused', false, clock.now());
  const bot = { ...player, isBot: true };
  expect(await till.world.refused(createCryptoOrder, bot, input)).toBe('FORBIDDEN');
  expect(await till.world.refused(listCryptoWallets, bot, {})).toBe('FORBIDDEN');
  expect(await till.world.refused(listCryptoWallets, null, {})).toBe('SIGNED_OUT');
});

test('players only see their own orders; older ones follow page by page', async () => {
  const [one, two] = [await till.player(), await till.player()];
  const made = [await till.order(one, 'TRX'), await till.order(one, 'BTC')];
  expect(await till.orders(two)).toEqual([]);
  const [newest] = await till.orders(one);
  expect(newest?.id).toBe(made[1]?.id);
  expect(await till.world.run(listCryptoOrders, one, { id: newest?.id })).toEqual([newest]);
  expect(await till.world.run(listCryptoOrders, two, { id: newest?.id })).toEqual([]);
  const older = await till.world.run(listCryptoOrders, one, { before: newest?.id });
  expect(older.map(({ id }) => id)).toEqual([made[0]?.id]);
});

test('an address that was changed in the database is never shown', async () => {
  const player = await till.player();
  const [shown] = await wallets(player);
  const order = await till.order(player, 'BTC');
  const attacker = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
  await till.world.db.run(sql`update crypto_wallets set address = ${attacker} where id = ${shown?.id}`);
  await till.world.db.run(sql`update crypto_wallets set address = 'bc1qevil' where address = ${order.wallet}`);
  const tried = till.world.runner.execute(listCryptoWallets, player, {}, { key: null });
  await expect(tried).rejects.toThrow('is not ours');
  const [listed] = await till.orders(player);
  expect(listed?.wallet).toBe('');
});

test('a server with another key refuses to start on these addresses', async () => {
  const other = await makeTill({ xpubs: xpubsOf('another operator') });
  const feature = other.world.features.find(({ name }) => name === 'crypto');
  const player = await other.player();
  await other.world.run(listCryptoWallets, player, {});
  await expect(feature?.start?.()).resolves.toBeUndefined();
  await other.world.db.run(sql`update crypto_wallets set address = address || 'x' where network = 'tron'`);
  await expect(feature?.start?.()).rejects.toThrow('not the one that this database');
  await other.close();
});

test('a coin without a key, or without two rate sources, is not offered', async () => {
  const keys = xpubsOf('some');
  const none = await makeTill({ xpubs: { bitcoin: keys.bitcoin } });
  const player = await none.player();
  const shown = await none.world.run(listCryptoWallets, player, {});
  expect(shown.map(({ coinName }) => coinName)).toEqual(['BTC']);
  await none.sweep();
  const asked = { coinName: 'TRX', amountUsd: 10 };
  expect(await none.world.refused(calculateCrypto, player, asked)).toBe('COIN_CLOSED');
  await none.close();
  const silent = await makeTill({ rates: [] });
  expect(await silent.world.run(listCryptoWallets, await silent.player(), {})).toEqual([]);
  await silent.close();
});

/** Only addresses signed by the offline key are handed out (T20). The tests use the operator's own commands. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressText } from '@fairpot/contract/crypto/signatures/calls';
import { createCryptoOrder, listCryptoOrders, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import { listAddressKeys } from '@fairpot/contract/crypto/signatures/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSignedBy } from '../platform/coins/ed25519.ts';
import { readAddressKeys, signedAddresses } from '../platform/coins/signed-file.ts';
import { sql } from '../platform/database/sql.ts';
import { signAddresses } from './sign-addresses-cli.ts';
import { makeTill, xpubsOf, type Till } from '../../testing/crypto/till.fixture.ts';

const PASSPHRASE = 'correct horse battery staple';
const folder = mkdtempSync(join(tmpdir(), 'fairpot-offline-'));
const [keyFile, keys, file] = ['key', 'keys.json', 'signed'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const xpubs = xpubsOf('signed ahead');
const typed = () => Promise.resolve(PASSPHRASE);
const sign = (count: number, from = 0, key = keyFile) =>
  signAddresses(
    ['sign', '--key-file', key, '--file', file, '--network', 'tron', '--xpub', xpubs.tron].concat(
      '--from',
      String(from),
      '--count',
      String(count),
    ),
    typed,
  );

let till: Till;
beforeAll(async () => {
  await signAddresses(['new-key', '--key-file', keyFile, '--keys', keys], typed);
  await sign(3);
  const signed = signedAddresses(file, readAddressKeys(readFileSync(keys, 'utf8')));
  till = await makeTill({ xpubs: { tron: xpubs.tron, bitcoin: xpubs.bitcoin }, signed });
});
afterAll(async () => {
  await till.close();
  rmSync(folder, { recursive: true });
});

test('each shown address has the key’s signature; an unsigned chain is not offered, and accepts no orders', async () => {
  const { world } = till;
  const player = await till.player();
  await till.sweep();
  const { keys: shown } = await world.run(listAddressKeys, null, {});
  const key = shown.at(-1)?.key ?? '';
  const wallets = await world.run(listCryptoWallets, player, {});
  expect(wallets.map(({ coinName }) => coinName)).toEqual(['TRX', 'USDT']);
  for (const { wallet, signature } of wallets)
    expect(isSignedBy(addressText('tron', wallet), key, signature)).toBe(true);
  const { id } = await world.db.one<{ id: string }>(sql`select id from crypto_wallets where coin = 'BTC'`);
  expect(await world.refused(createCryptoOrder, player, { walletId: id, amountUsd: 10 })).toBe('COIN_CLOSED');
  const usdt = wallets.find(({ coinName }) => coinName === 'USDT');
  const order = await world.run(createCryptoOrder, player, { walletId: usdt?.id, amountUsd: 10 });
  expect(order).toMatchObject({ wallet: usdt?.wallet, signature: usdt?.signature });
});

test('when the signed addresses are used up, the coin is unavailable until more are signed; no index is lost', async () => {
  const { world } = till;
  const player = await till.player();
  await till.sweep();
  // Three were signed; the first player has two.
  const coins = async () => (await world.run(listCryptoWallets, player, {})).map(({ coinName }) => coinName);
  expect(await coins()).toEqual(['TRX']);
  expect(await coins()).toEqual(['TRX']);
  await sign(20, 3);
  expect(await coins()).toEqual(['TRX', 'USDT']);
});

test('an address that was changed in the database has no signature, and neither has its order', async () => {
  const { world } = till;
  const player = await till.player();
  await till.sweep();
  const [wallet] = await world.run(listCryptoWallets, player, {});
  if (wallet === undefined) throw new Error('a wallet');
  await world.run(createCryptoOrder, player, { walletId: wallet.id, amountUsd: 10 });
  await world.db.run(sql`
    update crypto_wallets set address = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9' where id = ${wallet.id}`);
  expect((await world.run(listCryptoOrders, player, {}))[0]).toMatchObject({ wallet: '', signature: '' });
  await world.db.run(sql`update crypto_wallets set address = ${wallet.wallet} where id = ${wallet.id}`);
});

test('another key signed by the old one is accepted with its addresses; a stranger’s key file is refused', async () => {
  const newFile = join(folder, 'key-2');
  const stranger = join(folder, 'stranger');
  await signAddresses(['new-key', '--key-file', stranger, '--keys', join(folder, 'other.json')], typed);
  const next = (old: string) =>
    signAddresses(['next-key', '--key-file', old, '--new-key-file', newFile, '--keys', keys], typed);
  await expect(next(stranger)).rejects.toThrow('is not the newest key');
  await next(keyFile);
  const all = readAddressKeys(readFileSync(keys, 'utf8'));
  expect(all).toHaveLength(2);
  await sign(1, 0, newFile);
  const signed = signedAddresses(file, all);
  const [first, second] = await till.world.db.many<{ address: string }>(sql`
    select address from crypto_wallets where network = 'tron' order by idx limit 2`);
  expect(signed.signatureOf('tron', 0, first?.address ?? '')).not.toBe(null);
  expect(signed.signatureOf('tron', 1, second?.address ?? '')).toBe(null);
  await expect(signAddresses(['sign', '--key-file', keyFile], () => Promise.resolve('another'))).rejects.toThrow();
  await expect(sign(0)).rejects.toThrow('usage');
});

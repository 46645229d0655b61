/** The book of withdrawal addresses (T21): someone with brief access to an account cannot withdraw its money at once. */
import { addCryptoAddress, listCryptoAddresses, removeCryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import { createCryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClosablePool } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';
import { richPlayer } from '../../../testing/crypto/withdrawals/withdrawals.fixture.ts';

const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const OTHER = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let till: Till;
let signer: ClosablePool;
let app: ClosablePool;
beforeAll(async () => {
  till = await makeTill();
  signer = till.world.pool('signer', 10);
  app = till.world.pool('app', 10);
});
afterAll(async () => {
  await signer.close();
  await app.close();
  await till.close();
});

const fresh = (player: Actor): Actor => ({ ...player, signedInAt: till.world.clock.now() });
const add = (player: Actor, address = ADDRESS) =>
  till.world.run(addCryptoAddress, player, { coinName: 'USDT', address, label: 'cold wallet' });
const input = { coinName: 'USDT', address: ADDRESS, amountUsd: 20 } as const;

/** Fresh rates and a fresh signer advertisement. */
async function open(): Promise<void> {
  await till.sweep();
  const way = { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: [] };
  await signer.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${till.world.clock.now()})`);
}

test('pays only addresses in the book that are older than a day', async () => {
  const { world } = till;
  const player = await richPlayer(world, 10_000);
  await open();
  expect(await world.refused(createCryptoWithdrawal, player, input)).toBe('CRYPTO_ADDRESS_UNKNOWN');
  const made = await add(fresh(player));
  expect(made).toMatchObject({ network: 'tron', address: ADDRESS, label: 'cold wallet' });
  expect(made.usableAt - made.addedAt).toBe(DAY_MS);
  expect(await world.refused(createCryptoWithdrawal, player, input)).toBe('CRYPTO_ADDRESS_WAITS');
  await world.clock.advance(DAY_MS - 3 * MINUTE_MS);
  await open();
  expect(await world.refused(createCryptoWithdrawal, player, input)).toBe('CRYPTO_ADDRESS_WAITS');
  await world.clock.advance(3 * MINUTE_MS);
  await open();
  expect((await world.run(createCryptoWithdrawal, player, input)).address).toBe(ADDRESS);
  // The same address on the same network also counts for its other coin. Other players may not use it.
  expect(await world.refused(createCryptoWithdrawal, await richPlayer(world, 10_000), input)).toBe(
    'CRYPTO_ADDRESS_UNKNOWN',
  );
});

test('adding takes a recent sign-in; older sessions, and signed-out visitors, must sign in again', async () => {
  const { world } = till;
  const player = await till.player();
  const asked = { coinName: 'USDT', address: ADDRESS } as const;
  const signedIn = fresh(player);
  await world.clock.advance(10 * MINUTE_MS);
  expect(await world.refused(addCryptoAddress, signedIn, asked)).toBe('SIGN_IN_AGAIN');
  expect(await world.refused(addCryptoAddress, player, asked)).toBe('SIGN_IN_AGAIN');
  const { freshUntil, addresses } = await world.run(listCryptoAddresses, signedIn, {});
  expect([freshUntil, addresses]).toEqual([world.clock.now(), []]);
  await add(fresh(player));
  expect((await world.run(listCryptoAddresses, player, {})).addresses).toHaveLength(1);
});

test('every page of the player, and only of the player, is notified of an added or removed address, in full', async () => {
  const { world } = till;
  const player = await till.player();
  const { id, usableAt } = await add(fresh(player));
  await world.run(removeCryptoAddress, player, { addressId: id });
  const facts = await world.db.many<{ body: object }>(sql`
    select body from facts where type = 'crypto.address' and player_id = ${player.id} order by version`);
  const fact = { type: 'crypto.address', addressId: id, address: ADDRESS, usableAt };
  expect(facts.map(({ body }) => body)).toEqual([
    { ...fact, version: 1, change: 'added' },
    { ...fact, version: 2, change: 'removed' },
  ]);
});

test('an address that is removed and added again waits again; added twice, it is one entry with the first waiting time', async () => {
  const { world } = till;
  const player = await richPlayer(world, 10_000);
  const first = await add(fresh(player));
  await world.clock.advance(DAY_MS);
  await open();
  expect(await add(fresh(player))).toEqual(first);
  await world.run(removeCryptoAddress, player, { addressId: first.id });
  expect(await world.refused(createCryptoWithdrawal, player, input)).toBe('CRYPTO_ADDRESS_UNKNOWN');
  expect(await world.refused(removeCryptoAddress, player, { addressId: first.id })).toBe('NOT_FOUND');
  const again = await add(fresh(player));
  expect(again.id).not.toBe(first.id);
  expect(await world.refused(createCryptoWithdrawal, player, input)).toBe('CRYPTO_ADDRESS_WAITS');
});

test('refuses invalid addresses, the site’s own, entries of other players, too many, and bots', async () => {
  const { world } = till;
  const player = await till.player();
  const refused = (address: string, coinName = 'USDT') =>
    world.refused(addCryptoAddress, fresh(player), { coinName, address });
  for (const address of ['T', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'])
    expect(await refused(address)).toBe('CRYPTO_ADDRESS');
  const { wallet } = await till.order(player, 'USDT');
  expect(await refused(wallet)).toBe('CRYPTO_ADDRESS');
  const mine = await add(fresh(player));
  const other = await till.player();
  expect(await world.refused(removeCryptoAddress, other, { addressId: mine.id })).toBe('NOT_FOUND');
  const asked = { coinName: 'USDT', address: OTHER } as const;
  expect(await world.refused(addCryptoAddress, { ...fresh(player), isBot: true }, asked)).toBe('FORBIDDEN');
  await world.db.run(sql`
    insert into crypto_addresses (id, player_id, network, address, label, added_at, usable_at)
    select 'cad_many' || n, ${player.id}, 'bitcoin', 'bc1' || n, '', 1, 1 from generate_series(1, 18) n`);
  const counts = await raceIn(
    world,
    times(4, (n) => () => add(fresh(player), n % 2 === 0 ? OTHER : 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')),
  );
  expect(counts).toEqual({ ok: 2, TOO_MANY_CRYPTO_ADDRESSES: 2 });
});

test('the app’s database role cannot backdate an entry or pay an address without one', async () => {
  const { world } = till;
  const player = await richPlayer(world, 10_000);
  const { id } = await add(fresh(player));
  const by = (statement: ReturnType<typeof sql>) => app.run(statement);
  await expect(by(sql`update crypto_addresses set usable_at = added_at where id = ${id}`)).rejects.toThrow(
    'permission',
  );
  await expect(by(sql`update crypto_addresses set address = ${OTHER} where id = ${id}`)).rejects.toThrow('permission');
  await expect(by(sql`delete from crypto_addresses where id = ${id}`)).rejects.toThrow('permission');
  await expect(world.db.run(sql`update crypto_addresses set usable_at = added_at where id = ${id}`)).rejects.toThrow(
    'another one',
  );
  const hold = `own:${player.id}`;
  await world.db.run(sql`
    select ledger_transfer(${hold}, ${hold}, 'TEST_GRANT', 'x', 1,
      ${[`cash:${player.id}`, `hold:${player.id}`]}::text[], array[-1000, 1000]::bigint[])`);
  const insert = sql`
    insert into crypto_withdrawals (id, player_id, coin, network, address, cents, fee_cents, units, rate_micro,
      quoted_at, spread_bps, least_units, most_units, created_at, changed_at, state, review, slot, hold_transfer)
    values ('cwd_7made0up', ${player.id}, 'USDT', 'tron', ${ADDRESS}, 1000, 0, 10, 1, 1, 0, 10, 10,
      ${world.clock.now()}, 1, 'APPROVED', false, 1, ${hold})`;
  await expect(by(insert)).rejects.toThrow('goes to no address of its player');
  const back = `back:${player.id}`;
  await world.db.run(sql`
    select ledger_transfer(${back}, ${back}, 'TEST_GRANT', 'x', 1,
      ${[`hold:${player.id}`, `cash:${player.id}`]}::text[], array[-1000, 1000]::bigint[])`);
});

/** Unsupported tokens: announced once to the recipient, shown to them and to staff, never credited. */
import { listCryptoStrays } from '@fairpot/contract/crypto/schemas';
import { STATUSES } from '@fairpot/contract/wire/permissions';
import { listAllCryptoStrays } from '@fairpot/contract/crypto/incidents/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';

let till: Till;
beforeAll(async () => {
  till = await makeTill();
});
afterAll(() => till.close());

test('an unsupported token is announced once to its recipient, hidden from others, and never credited', async () => {
  const { world } = till;
  const player = await till.player();
  const { wallet } = await till.order(player, 'USDT');
  const txid = 'ab'.repeat(32);
  await till.watcher.run(sql`select crypto_start('tron', 100, 'block 100', 1)`);
  const stray = [{ txid, idx: 1, address: wallet, contract: 'TFakeToken', units: '7' }];
  await till.watcher.run(sql`
    select crypto_scan('tron', 100, 'block 100', '[{"height": 101, "hash": "block 101"}]'::jsonb, '[]'::jsonb,
      ${JSON.stringify(stray)}::jsonb, ${world.clock.now()})`);
  const at = world.clock.now();
  for (let n = 0; n < 3; n += 1) await till.sweep();
  const notified = await world.db.many<{ playerId: string }>(sql`
    select player_id as "playerId" from facts where type = 'crypto.stray'`);
  expect(notified).toEqual([{ playerId: player.id }]);
  const shown = { txid, contract: 'TFakeToken', networkName: 'TRON', at };
  expect(await world.run(listCryptoStrays, player, {})).toEqual([shown]);
  expect(await world.run(listCryptoStrays, await till.player(), {})).toEqual([]);
  expect(await till.cash(player)).toBe(0);
});

test('staff see those of all players or of one, page by page; players do not', async () => {
  const { world } = till;
  const [one, two] = [await till.player(), await till.player()];
  const addresses = [(await till.order(one, 'TRX')).wallet, (await till.order(two, 'TRX')).wallet];
  const strays = Array.from({ length: 60 }, (_, n) => ({
    txid: n.toString(16).padStart(64, '0'),
    idx: n % 2,
    address: addresses[n % 2],
    contract: `TToken${n}`,
    units: `${10n ** 30n + BigInt(n)}`,
  }));
  await till.watcher.run(sql`
    select crypto_scan('tron', 101, 'block 101', '[{"height": 102, "hash": "block 102"}]'::jsonb, '[]'::jsonb,
      ${JSON.stringify(strays)}::jsonb, ${world.clock.now()})`);
  const staff = await newPlayer(world, { status: 'SUPPORT' });
  const first = await world.run(listAllCryptoStrays, staff, {});
  expect(first.strays).toHaveLength(50);
  expect(first.strays[0]).toEqual({
    txid: strays[59]?.txid,
    idx: 1,
    contract: 'TToken59',
    networkName: 'TRON',
    units: `${10n ** 30n + 59n}`,
    user: expect.objectContaining({ id: two.id }) as unknown,
    at: world.clock.now(),
  });
  const rest = await world.run(listAllCryptoStrays, staff, { before: first.next ?? '' });
  expect(rest.next).toBeNull();
  const all = [...first.strays, ...rest.strays].filter(({ contract }) => contract.startsWith('TToken'));
  expect(all.map(({ contract }) => contract)).toEqual(strays.map(({ contract }) => contract).reverse());
  const ones = await world.run(listAllCryptoStrays, staff, { userId: one.id });
  expect(ones.strays.map(({ user }) => user.id)).toEqual(Array.from({ length: 30 }, () => one.id));
  expect(ones.next).toBeNull();
  for (const status of STATUSES) {
    const refused = status === 'USER' ? 'FORBIDDEN' : null;
    const actor = await newPlayer(world, { status });
    const said = refused === null ? null : await world.refused(listAllCryptoStrays, actor, {});
    expect(said, status).toBe(refused);
  }
  expect(await world.refused(listAllCryptoStrays, null, {})).toBe('SIGNED_OUT');
});

/** What came and is not credited by itself: tokens that are not taken are told once; what only a balance shows takes two of the staff. */
import { listCryptoStrays } from '@fairpot/contract/schemas/crypto';
import { creditUnseenMoney } from '@fairpot/contract/schemas/crypto-incidents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { newPlayer } from '../testing/players.ts';
import { makeTill, type Till } from './till.fixture.ts';

let till: Till;
beforeAll(async () => {
  till = await makeTill();
});
afterAll(() => till.close());

test('a token that is not taken is told once to whom it was sent, shown to nobody else, and credited to nobody', async () => {
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
  const told = await world.db.many<{ playerId: string }>(sql`
    select player_id as "playerId" from facts where type = 'crypto.stray'`);
  expect(told).toEqual([{ playerId: player.id }]);
  const shown = { txid, contract: 'TFakeToken', networkName: 'TRON', at };
  expect(await world.run(listCryptoStrays, player, {})).toEqual([shown]);
  expect(await world.run(listCryptoStrays, await till.player(), {})).toEqual([]);
  expect(await till.cash(player)).toBe(0);
});

test('what no incident says cannot be credited by hand; how it is done when one does: chain-watcher/src/audit.test.ts', async () => {
  const staff = await newPlayer(till.world, { status: 'ADMIN' });
  const input = { incidentId: 77, txid: 'cd'.repeat(32), why: 'seen in an explorer' };
  expect(await till.world.refused(creditUnseenMoney, staff, input)).toBe('NOT_FOUND');
});

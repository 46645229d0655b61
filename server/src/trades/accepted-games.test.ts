/** Which games' items are accepted: the one selected first, and each that is switched on. */
import { depositBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';

let desk: TradeDesk;
beforeAll(async () => (desk = await makeTradeDesk({ appId: 730 })));
afterAll(() => desk.close());

test('a deposit of another game is refused until its switch is on', async () => {
  const { world } = desk;
  const player = await desk.player();
  const [asset] = desk.assets([1_000]);
  const set = (key: 'global.appid' | 'deposit.accepts.730', value: 252490 | boolean) =>
    writeSetting(world.db, SITE_SETTINGS, key, value, world.clock.now());
  const input = { steamItems: [asset ?? {}], convertToBalance: true };
  await set('global.appid', 252490);
  expect(await world.refused(depositBySteam, player, input)).toBe('DEPOSIT_CLOSED');
  await set('deposit.accepts.730', true);
  expect((await world.run(depositBySteam, player, input)).code).toMatch(/^D-/);
});

import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { SteamItem, steamInventory, uncacheSteam } from '@fairpot/contract/inventory/schemas';
import { addPlayer } from '@fairpot/contract/system/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeRunner, SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { upsertItemTypes } from '../vault/types.ts';
import { accountsFeature } from './accounts.feature.ts';
import { signInStage, type SignInStage } from '../../testing/accounts/sign-in/browser.fixture.ts';
import { CACHE_MS } from './steam-inventory.ts';

const TUULIKKI = '76561198000000104';
const loadPrices = () => upsertItemTypes(stage.world.db, ITEM_TYPES, stage.world.clock.now());

let stage: SignInStage;
let actor: Actor;
beforeAll(async () => {
  stage = await signInStage([accountsFeature]);
  await loadPrices();
  const { playerId } = await stage.world.run(addPlayer, SYSTEM, {
    steamid: TUULIKKI,
    name: 'tuulikki',
    avatarHash: null,
    status: 'USER',
    isFake: false,
    ageConfirmed: true,
  });
  actor = stage.world.actor({ id: playerId });
});
afterAll(() => stage.close());
afterEach(async () => {
  stage.sim.faults.clear();
  stage.sim.log.clear();
  await stage.world.clock.advance(CACHE_MS);
});

const read = (appId: number) => stage.world.runner.execute(steamInventory, actor, { appId, contextId: 2 });
const asked = () => stage.sim.log.list({ service: 'steam' }).length;

/** What the simulated account really holds of a game. */
async function owned(appId: number): Promise<number> {
  const { baseUrl, token } = stage.sim.control;
  const answer = await fetch(`${baseUrl}/_sim/users/${TUULIKKI}`, { headers: { 'x-sim-token': token } });
  const body = (await answer.json()) as { items?: { appId: number }[]; user?: { items: { appId: number }[] } };
  return (body.items ?? body.user?.items ?? []).filter((item) => item.appId === appId).length;
}

test('priced by our list, most expensive first, with the total that the user call returns', async () => {
  let total = 0;
  for (const appId of [730, 252490, 570]) {
    const { items, hiddenCount } = await read(appId);
    for (const item of items) expect(SteamItem.strict().parse(item)).toEqual(item);
    expect(items.length + hiddenCount).toBe(await owned(appId));
    const prices = items.map((item) => item.priceUsd);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    total += prices.reduce((sum, price) => sum + Math.round(price * 100), 0);
  }
  const { user } = await stage.world.runner.execute(getUser, actor, {});
  expect(Math.round(user.steamInventoryBalanceUsd * 100)).toBe(total);
});

test('items of 0.50 USD and less are left out and counted', async () => {
  const before = await read(730);
  const [first] = before.items;
  await stage.world.clock.advance(CACHE_MS);
  await stage.world.db.run(sql`
    update item_types set price_cents =
      case when price_cents = ${Math.round((first?.priceUsd ?? 0) * 100)} then 51 else 50 end
    where app_id = 730`);
  const after = await read(730);
  expect(after.items.every((item) => item.priceUsd === 0.51)).toBe(true);
  expect(after.items.length).toBeGreaterThan(0);
  expect(after.items.length + after.hiddenCount).toBe(before.items.length + before.hiddenCount);
  await loadPrices();
});

test('an item without a believed price is shown with the reason, and does not count', async () => {
  const { items } = await read(730);
  const [first] = items;
  await stage.world.db.run(sql`
    update item_types set doubt = 'APART' where market_hash_name like ${`${first?.name}%${first?.itemName}%`}
      and app_id = 730`);
  await stage.world.clock.advance(CACHE_MS);
  const after = await read(730);
  const doubted = after.items.filter((item) => item.doubt !== null);
  expect(doubted.map((item) => item.assetId)).toContain(first?.assetId);
  expect(after.items).toHaveLength(items.length);
  const worth = after.items.filter((item) => item.doubt === null).map((item) => Math.round(item.priceUsd * 100));
  const others = (await Promise.all([252490, 570].map((appId) => read(appId)))).flatMap((each) => each.items);
  const rest = others.reduce((sum, item) => sum + Math.round(item.priceUsd * 100), 0);
  const total = Math.round((await stage.world.runner.execute(getUser, actor, {})).user.steamInventoryBalanceUsd * 100);
  expect(total).toBe(worth.reduce((sum, cents) => sum + cents, 0) + rest);
  await loadPrices();
});

test('cached for five minutes per player and game', async () => {
  const first = await read(570);
  expect(asked()).toBe(1);
  await stage.world.clock.advance(CACHE_MS - 1);
  expect(await read(570)).toEqual(first);
  expect(asked()).toBe(1);
  await stage.world.clock.advance(1);
  await read(570);
  expect(asked()).toBe(2);
});

test('a private inventory and an unavailable service are refusals, and are not cached', async () => {
  stage.sim.faults.set('steam', 'inventory-403');
  expect(await stage.world.refused(steamInventory, actor, { appId: 730, contextId: 2 })).toBe('STEAM_PRIVATE');
  stage.sim.faults.clear();
  expect((await read(730)).items.length).toBeGreaterThan(0);
  await stage.world.clock.advance(CACHE_MS);
  stage.sim.faults.set('steam', 'inventory-500');
  expect(await stage.world.refused(steamInventory, actor, { appId: 730, contextId: 2 })).toBe('STEAM_BUSY');
});

test('other games, contexts and visitors are refused', async () => {
  expect(await stage.world.refused(steamInventory, actor, { appId: 440, contextId: 2 })).toBe('BAD_INPUT');
  expect(await stage.world.refused(steamInventory, actor, { appId: 730, contextId: 16 })).toBe('BAD_INPUT');
  expect(await stage.world.refused(steamInventory, null, { appId: 730, contextId: 2 })).toBe('SIGNED_OUT');
});

test("after uncache, the next read asks Steam; another player's cache stays; at most once in 30 s", async () => {
  const { world } = stage;
  await read(570);
  await world.runner.execute(uncacheSteam, await newPlayer(world), {});
  await read(570);
  expect(asked()).toBe(1);
  expect(await world.runner.execute(uncacheSteam, actor, {})).toEqual({ uncached: true });
  await read(570);
  expect(asked()).toBe(2);
  const limited = makeRunner({ ...world.deps, config: { ...world.deps.config, rateLimits: true } }, world.features);
  await limited.execute(uncacheSteam, actor, {});
  await world.clock.advance(29_000);
  await expect(limited.execute(uncacheSteam, actor, {})).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await world.clock.advance(1_000);
  await limited.execute(uncacheSteam, actor, {});
  expect(await world.refused(uncacheSteam, null, {})).toBe('SIGNED_OUT');
});

test('a read that was in progress during the invalidation is not cached', async () => {
  const reading = read(570);
  await expect.poll(asked).toBe(1);
  await stage.world.runner.execute(uncacheSteam, actor, {});
  await reading;
  await read(570);
  expect(asked()).toBe(2);
});

test('invalidated on one node, every node asks Steam again', async () => {
  const { world } = stage;
  const other = world.node(world.clock);
  const there = () => other.runner.execute(steamInventory, actor, { appId: 570, contextId: 2 });
  await read(570);
  await there();
  await Promise.all([read(570), there()]);
  expect(asked(), 'each node keeps what it read').toBe(2);
  await world.runner.execute(uncacheSteam, actor, {});
  await there();
  await read(570);
  expect(asked()).toBe(4);
  await other.runner.execute(uncacheSteam, actor, {});
  await read(570);
  expect(asked()).toBe(5);
});

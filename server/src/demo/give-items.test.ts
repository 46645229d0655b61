/** 'Get demo items': what an account gets that cannot play, once an hour; its refusals, also in races; nothing of it in live. */
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { DEMO_ITEMS_EVERY_MS } from '@fairpot/contract/demo/calls';
import { getDemoItems } from '@fairpot/contract/demo/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { takeBreak } from '@fairpot/contract/protection/schemas';
import { demoGrant, loadCatalogue } from '@fairpot/contract/system/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coinflipFeature } from '../games/coinflip/coinflip.feature.ts';
import { fairFeature } from '../games/kit/fair.feature.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { Refused } from '../platform/runner/refused.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { protectionFeature } from '../protection/protection.feature.ts';
import { raceIn, times } from '../../testing/races.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { vaultFeature } from '../vault/vault.feature.ts';
import { demoFeature } from './demo.feature.ts';

const features = [ledgerFeature, vaultFeature, fairFeature, coinflipFeature, protectionFeature, demoFeature];

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features });
  await world.run(loadCatalogue, SYSTEM, {});
});
afterAll(() => world.close());

/** $118.00. */
const SLUG = 'ak-47-asiimov-factory-new';
const get = (player: Actor) => world.runner.execute(getDemoItems, player, {});
const itemsOf = async (player: Actor) => (await world.runner.execute(siteInventory, player, {})).items;
const balanceOf = async ({ id }: Actor) => (await balancesOf(world.db, id)).available;
const give = (playerId: string, cents: number, count: number) =>
  world.run(demoGrant, SYSTEM, {
    playerId,
    origin: `demo:test:${cents}`,
    cents,
    items: count === 0 ? [] : [{ slug: SLUG, kind: 'DEPOSIT', count }],
  });

test('an account with nothing gets items and balance, and can stake them', async () => {
  const player = await newPlayer(world);
  expect(await world.run(getDemoItems, player, {})).toEqual({ items: 12, amountUsd: 50 });
  expect(await balanceOf(player)).toBe(5_000);
  const items = await itemsOf(player);
  expect(items).toHaveLength(12);
  for (const { item } of items) expect([item.priceUsd >= 5, item.priceUsd <= 40]).toEqual([true, true]);
  expect(world.signals).toContainEqual({ name: 'userUpdated', args: [player.id] });
  const stake = { inventoryIds: items.slice(0, 3).map(({ id }) => id), side: 1 } as const;
  await world.run(createCoinflip, player, stake);
});

test('an account gets only what it lacks, and nothing while it can play', async () => {
  const rich = await newPlayer(world);
  await give(rich.id, 1_000, 0);
  expect(await world.run(getDemoItems, rich, {})).toEqual({ items: 12, amountUsd: 0 });
  expect(await world.refused(getDemoItems, rich, {})).toBe('DEMO_CAN_PLAY');

  const owner = await newPlayer(world);
  await give(owner.id, 0, 1);
  expect(await world.run(getDemoItems, owner, {})).toEqual({ items: 0, amountUsd: 50 });

  const poor = await newPlayer(world);
  await give(poor.id, 999, 0);
  expect(await world.run(getDemoItems, poor, {})).toEqual({ items: 12, amountUsd: 50 });
});

test('again an hour later, and not before: the refusal says how long', async () => {
  const player = await newPlayer(world);
  await get(player);
  const stake = { inventoryIds: (await itemsOf(player)).map(({ id }) => id), side: 1 } as const;
  await world.run(createCoinflip, player, stake);
  await world.clock.advance(DEMO_ITEMS_EVERY_MS - 61_000);
  const early = await get(player).catch((error: unknown) => error);
  expect(early).toBeInstanceOf(Refused);
  expect(early).toMatchObject({ code: 'DEMO_TOO_SOON', details: { minutes: 2 } });
  await world.clock.advance(61_000);
  expect(await world.run(getDemoItems, player, {})).toEqual({ items: 12, amountUsd: 0 });
});

test('twenty presses at once give once', async () => {
  const player = await newPlayer(world);
  const ends = await raceIn(
    world,
    times(20, () => () => get(player)),
  );
  expect(ends).toEqual({ ok: 1, DEMO_CAN_PLAY: 19 });
  expect(await itemsOf(player)).toHaveLength(12);
  expect(await balanceOf(player)).toBe(5_000);
});

test('nothing for bots, on a break, or while deposits are paused', async () => {
  const bot = await newPlayer(world);
  expect(await world.refused(getDemoItems, { ...bot, isBot: true }, {})).toBe('FORBIDDEN');
  const resting = await newPlayer(world);
  await world.run(takeBreak, resting, { hours: 24 });
  expect(await world.refused(getDemoItems, resting, {})).toBe('TAKING_BREAK');
  const player = await newPlayer(world);
  await writeSetting(world.db, SITE_SETTINGS, 'deposit.paused', true, world.clock.now());
  expect(await world.refused(getDemoItems, player, {})).toBe('GAME_PAUSED');
  await writeSetting(world.db, SITE_SETTINGS, 'deposit.paused', false, world.clock.now());
  await world.run(getDemoItems, player, {});
});

test('a live site has no such call', async () => {
  const live = await makeWorld({ features, config: { mode: 'live' } });
  try {
    expect(await live.refused(getDemoItems, live.actor(), {})).toBe('NOT_FOUND');
  } finally {
    await live.close();
  }
});

/**
 * Items that Steam hides from others in a player's inventory: seen by the trading account on the trade page, and accepted for a deposit.
 */
import { uncacheSteam, steamInventory } from '@fairpot/contract/inventory/schemas';
import { depositBySteam } from '@fairpot/contract/trades/schemas';
import { makeSteamGateway, steamAddresses } from '@fairpot/server/gateways/steam/steam';
import { sql } from '@fairpot/server/platform/database/sql';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPlayerInventory } from './player-inventories.ts';
import { makeScene, type ScenePerson, type TradeScene } from './scene.fixture.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AK = [730, 'AK-47 | Asiimov (Field-Tested)'] as const;
const Made = z.object({ offerId: z.string() });

let scene: TradeScene;
beforeAll(async () => (scene = await makeScene()));
afterAll(() => scene.close());
beforeEach(() => scene.simulators.faults.clear());

/** A person whose one CS2 item came by a trade eight days ago: tradable, and hidden from others for two more days. */
async function withHiddenItem(): Promise<{ person: ScenePerson; asset: string }> {
  const [giver, person] = [await scene.person([AK]), await scene.person([])];
  const [given] = await scene.assets(giver.steamId);
  const offer = { from: giver.steamId, to: person.steamId, give: [given], take: [], message: 'a gift' };
  const { offerId } = Made.parse(await scene.control('POST', '/offers', offer));
  await scene.control('POST', `/offers/${offerId}/accept`, {});
  await scene.world.clock.advance(8 * DAY);
  const [asset] = await scene.assets(person.steamId);
  return { person, asset: asset ?? '' };
}

const read = async ({ actor }: ScenePerson) => {
  const { items, looking } = await scene.world.run(steamInventory, actor, { appId: 730, contextId: 2 });
  return { assets: items.map((item) => item.assetId), looking };
};
const deposit = ({ actor }: ScenePerson, assetid: string) =>
  scene.world.run(depositBySteam, actor, {
    steamItems: [{ assetid, contextid: '2', appid: 730 }],
    convertToBalance: false,
  });
const look = () => readPlayerInventory(scene.hand.parts);
const pages = () => scene.simulators.log.list().filter((one) => one.path.includes('partnerinventory')).length;

test('an item that Steam hides is shown once the trading account has seen it, announced, and deposited', async () => {
  const { person, asset } = await withHiddenItem();
  expect(await read(person)).toEqual({ assets: [], looking: true });
  await expect(deposit(person, asset)).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' });
  expect(await look()).toBe(1);
  expect(await read(person)).toEqual({ assets: [asset], looking: false });
  const facts = await scene.world.db.many(sql`
    select body from facts where player_id = ${person.actor.id} and type = 'steam.items'`);
  expect(facts).toEqual([{ body: { appId: 730 } }]);
  const { orderId } = await deposit(person, asset);
  await scene.hand.turn();
  await scene.act(person, orderId, 'accept');
  await scene.hand.turn();
  expect(await scene.order(person, orderId)).toMatchObject({ state: 'ACCEPTED', booked: true });
  // It has left: what was seen before no longer counts.
  expect(await read(person)).toEqual({ assets: [], looking: true });
});

test('one read is fresh for five minutes; then it is requested again, and the old one stays visible meanwhile', async () => {
  const { person, asset } = await withHiddenItem();
  await read(person);
  await look();
  const asked = pages();
  await scene.world.clock.advance(5 * MINUTE - 1);
  await read(person);
  expect(await look()).toBe(0);
  await scene.world.clock.advance(1);
  expect(await read(person)).toEqual({ assets: [asset], looking: false });
  expect(await look()).toBe(1);
  expect(pages()).toBe(asked + 1);
  await scene.world.clock.advance(30 * MINUTE);
  expect(await read(person)).toEqual({ assets: [], looking: true });
  await look();
});

test('a read that began before the inventory was invalidated is not kept', async () => {
  const { person, asset } = await withHiddenItem();
  await read(person);
  const { gateway } = scene.hand;
  const late = {
    ...scene.hand.parts,
    gateway: {
      ...gateway,
      partnerInventory: async (...of: Parameters<typeof gateway.partnerInventory>) => {
        const seen = await gateway.partnerInventory(...of);
        await scene.world.run(uncacheSteam, person.actor, {});
        await read(person);
        return seen;
      },
    },
  };
  expect(await readPlayerInventory(late)).toBe(0);
  expect(await read(person)).toEqual({ assets: [], looking: true });
  expect(await look()).toBe(1);
  expect(await read(person)).toEqual({ assets: [asset], looking: false });
});

test.each(['partner-429', 'partner-html', 'partner-hang', 'partner-drop-after', 'partner-empty', 'partner-401'])(
  '%s: it is retried, and after a minute only when requested again',
  async (fault) => {
    const { person, asset } = await withHiddenItem();
    await read(person);
    await scene.fault(fault, {}, 1);
    expect(await look()).toBe(0);
    expect(await look(), 'claimed').toBe(0);
    await scene.world.clock.advance(15_000);
    expect(await look()).toBe(1);
    expect((await read(person)).assets).toEqual([asset]);
    await scene.world.clock.advance(31 * MINUTE);
    await read(person);
    await scene.world.clock.advance(MINUTE);
    expect(await look(), 'no longer awaited').toBe(0);
    expect((await read(person)).looking).toBe(true);
    expect(await look()).toBe(1);
  },
);

test('requests that are no longer awaited do not delay new ones', async () => {
  const [gone, here] = [(await withHiddenItem()).person, await withHiddenItem()];
  await read(gone);
  await scene.world.clock.advance(MINUTE);
  await read(here.person);
  expect(await look()).toBe(1);
  expect((await read(here.person)).assets).toEqual([here.asset]);
});

test('two workers read once; without a trade link, and in games that hide nothing, no worker reads', async () => {
  const { person } = await withHiddenItem();
  await read(person);
  const asked = pages();
  const other = scene.anotherHand();
  await Promise.all([look(), readPlayerInventory(other.parts)]);
  expect(pages()).toBe(asked + 1);
  await scene.world.clock.advance(MINUTE * 31);
  await scene.world.run(steamInventory, person.actor, { appId: 570, contextId: 2 });
  await scene.world.db.run(sql`update players set trade_token = '' where id = ${person.actor.id}`);
  expect(await read(person)).toEqual({ assets: [], looking: false });
  expect(await look()).toBe(0);
});

test('float, stickers and inspect link of an item that Steam hides are those it had before the trade', async () => {
  const giver = '76561198000000104';
  const gateway = makeSteamGateway(
    steamAddresses({
      mode: 'demo',
      steam: { base: scene.simulators.steam.baseUrl, apiBase: scene.simulators.steam.baseUrl, apiKey: null },
    }),
    scene.world.clock,
  );
  const before = await gateway.inventory(giver, 730, 2);
  const had = before.kind === 'ok' ? before.value.find((item) => item.details?.stickers.length) : undefined;
  const person = await scene.person([]);
  const offer = { from: giver, to: person.steamId, give: [had?.assetId], take: [], message: 'a gift' };
  const { offerId } = Made.parse(await scene.control('POST', '/offers', offer));
  await scene.control('POST', `/offers/${offerId}/accept`, {});
  await scene.world.clock.advance(8 * DAY);
  await read(person);
  await look();
  const { items } = await scene.world.run(steamInventory, person.actor, { appId: 730, contextId: 2 });
  expect(items).toMatchObject([{ details: had?.details, premium: true }]);
  const [{ assetid } = { assetid: '' }] = items;
  const input = { steamItems: [{ assetid, contextid: '2', appid: 730 as const }], convertToBalance: true };
  await expect(scene.world.run(depositBySteam, person.actor, input)).rejects.toMatchObject({ code: 'ITEM_PREMIUM' });
});

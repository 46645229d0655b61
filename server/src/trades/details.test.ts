/** What a single asset has beyond its name: a phase has its own price, a premium without a price is never bought for balance. */
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import { siteInventory, steamInventory } from '@fairpot/contract/inventory/schemas';
import { depositBySteam, withdrawBySteam, withdrawItems } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import type { SteamInventoryItem } from '../platform/process/steam-port.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { itemTypeAt } from '../../testing/item-types.ts';
import { upsertItemTypes } from '../vault/types.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';

const LINK = 'steam://run/730//+csgo_econ_action_preview%20ADBD58';
const ORDINARY: ItemDetails = { float: 0.21, seed: 5, phase: null, stickers: [], inspectUrl: LINK };
const LOW: ItemDetails = { ...ORDINARY, float: 0.004 };
const STICKERED: ItemDetails = { ...ORDINARY, stickers: ['Crown (Foil)'] };

let desk: TradeDesk;
beforeAll(async () => (desk = await makeTradeDesk()));
afterAll(() => desk.close());

/** An asset worth $10 in every Steam inventory. */
async function newAsset(over: Partial<SteamInventoryItem>) {
  const [asset = { assetid: '', contextid: '2', appid: 730 as const }] = desk.assets([1_000], over);
  await desk.world.clock.advance(6 * 60_000);
  return asset;
}

async function shown(player: Actor, assetid: string) {
  const { items } = await desk.world.run(steamInventory, player, { appId: 730, contextId: 2 });
  return items.find(({ assetId }) => assetId === assetid);
}

/** The site item that a settled deposit of this asset brought. */
async function deposited(player: Actor, asset: Awaited<ReturnType<typeof newAsset>>): Promise<string> {
  const { world } = desk;
  const { orderId } = await world.run(depositBySteam, player, { steamItems: [asset], convertToBalance: false });
  await desk.sent(orderId);
  await desk.complete(orderId);
  await world.sweepAll();
  await desk.settle(orderId);
  await world.sweepAll();
  return (await desk.order(player, orderId)).items[0]?.itemId ?? '';
}

test.each([
  ['a low float', LOW],
  ['a sticker', STICKERED],
])(
  '%s: refused for balance with the name, shown before, taken as an item that stays the same asset',
  async (_, details) => {
    const { world } = desk;
    const player = await desk.player();
    const asset = await newAsset({ details });
    expect(await shown(player, asset.assetid)).toMatchObject({ premium: true, details, doubt: null });
    await expect(
      world.runner.execute(depositBySteam, player, { steamItems: [asset], convertToBalance: true }),
    ).rejects.toMatchObject({ code: 'ITEM_PREMIUM', details: { name: itemTypeAt(1_000).marketHashName } });
    const id = await deposited(player, asset);
    expect((await world.run(siteInventory, player, {})).items).toMatchObject([{ id, details }]);
    expect((await world.run(withdrawItems, player, {})).items).toMatchObject([{ id, details, hasAsset: true }]);
    const { assetId } = await world.db.one<{ assetId: string }>(
      sql`select asset_id as "assetId" from trade_assets where item_id = ${id}`,
    );
    const { orderId } = await world.run(withdrawBySteam, player, { inventoryIds: [id] });
    expect((await desk.order(player, orderId)).items).toMatchObject([{ assetId }]);
  },
);

test('an ordinary asset is taken for balance, and one without details too', async () => {
  const player = await desk.player();
  for (const over of [{ details: ORDINARY }, { details: null }, {}]) {
    const asset = await newAsset(over);
    expect(await shown(player, asset.assetid)).toMatchObject({ premium: false });
    const input = { steamItems: [asset], convertToBalance: true };
    expect(await desk.world.run(depositBySteam, await desk.player(), input)).toMatchObject({ offerId: null });
  }
});

test('of several assets one premium refuses the deposit, and no order is left', async () => {
  const player = await desk.player();
  const steamItems = [await newAsset({}), await newAsset({ details: STICKERED })];
  const input = { steamItems, convertToBalance: true };
  expect(await desk.world.refused(depositBySteam, player, input)).toBe('ITEM_PREMIUM');
  expect(await desk.world.db.many(sql`select from trade_orders where player_id = ${player.id}`)).toEqual([]);
});

test('a phase has its own price; without one the asset is shown and not accepted', async () => {
  const { world } = desk;
  const player = await desk.player();
  const details: ItemDetails = { ...ORDINARY, phase: 'Ruby' };
  const { marketHashName, ...looks } = itemTypeAt(1_000);
  const ruby = `${marketHashName} - Ruby`;
  const asset = await newAsset({ marketHashName: ruby, details });
  const deposit = { steamItems: [asset], convertToBalance: true };
  expect(await shown(player, asset.assetid)).toMatchObject({ doubt: 'MISSING', priceUsd: 0, details });
  expect(await world.refused(depositBySteam, player, deposit)).toBe('ITEM_NOT_AVAILABLE');

  const type = { ...looks, slug: 'test-ruby', marketHashName: ruby, priceCents: 90_000 };
  await upsertItemTypes(world.db, [type], world.clock.now());
  await world.clock.advance(6 * 60_000);
  expect(await shown(player, asset.assetid)).toMatchObject({ doubt: null, priceUsd: 900 });
  const id = await deposited(player, asset);
  expect((await world.run(siteInventory, player, {})).items).toMatchObject([
    { id, item: { id: 'test-ruby', priceUsd: 900 }, details },
  ]);
});

test('a Doppler whose phase Steam does not show is not bought, and is taken as the item it is', async () => {
  const { world } = desk;
  const player = await desk.player();
  const marketHashName = '★ Karambit | Doppler (Factory New)';
  const type = { ...itemTypeAt(1_000), slug: 'test-doppler', marketHashName, priceCents: 10_800 };
  const second = { ...type, slug: 'test-phase-2', marketHashName: `${marketHashName} - Phase 2`, priceCents: 13_100 };
  await upsertItemTypes(world.db, [type, second], world.clock.now());
  for (const details of [null, ORDINARY]) {
    const asset = await newAsset({ marketHashName, details });
    expect(await shown(player, asset.assetid)).toMatchObject({ premium: true, doubt: null, priceUsd: 108 });
    const input = { steamItems: [asset], convertToBalance: true };
    await expect(world.runner.execute(depositBySteam, player, input)).rejects.toMatchObject({
      code: 'ITEM_PREMIUM',
      details: { name: marketHashName },
    });
  }
  const id = await deposited(player, await newAsset({ marketHashName, details: null }));
  expect((await world.run(siteInventory, player, {})).items).toMatchObject([{ id, item: { id: 'test-doppler' } }]);

  const phased = await newAsset({
    marketHashName: second.marketHashName,
    details: { ...ORDINARY, phase: 'Phase 2' },
  });
  expect(await shown(player, phased.assetid)).toMatchObject({ premium: false, itemName: 'Doppler Phase 2' });
  const { orderId } = await world.run(depositBySteam, player, { steamItems: [phased], convertToBalance: true });
  expect((await desk.order(player, orderId)).items).toMatchObject([{ item: { priceUsd: 131 } }]);
});

test('an inspect link that names the owner is shown to the owner and not kept', async () => {
  const { world } = desk;
  const player = await desk.player();
  const inspectUrl = 'steam://run/730//+csgo_econ_action_preview%20S76561198000000104A501D77';
  const asset = await newAsset({ details: { ...ORDINARY, inspectUrl } });
  expect((await shown(player, asset.assetid))?.details?.inspectUrl).toBe(inspectUrl);
  await deposited(player, asset);
  const [item] = (await world.run(siteInventory, player, {})).items;
  expect(item?.details).toEqual({ ...ORDINARY, inspectUrl: null });
  expect(
    await world.db.many(sql`select from trade_order_items where details::text like '%76561198000000104%'`),
  ).toEqual([]);
});

test('an item whose trade was reversed after its release loses the details: another asset will be sent for it', async () => {
  const { world } = desk;
  const { db, clock } = world;
  await writeSetting(db, SITE_SETTINGS, 'trade.stakeProtected', true, clock.now());
  const [player, winner] = [await desk.player(), await desk.player()];
  const asset = await newAsset({ details: LOW });
  const { orderId } = await world.run(depositBySteam, player, { steamItems: [asset], convertToBalance: false });
  await desk.sent(orderId);
  await desk.complete(orderId);
  await world.sweepAll();
  const [item] = (await world.run(siteInventory, player, {})).items;
  expect(item?.details).toEqual(LOW);
  // As a round pays it to its winner.
  await db.run(sql`
    with moved as (
      update item_positions set holder_id = ${winner.id}, version = version + 1 where item_id = ${item?.id}
      returning version
    )
    insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
    select ${item?.id}, version, 'WIN', 'player', ${player.id}, 'player', ${winner.id}, 'test', 1 from moved`);
  await desk.move(orderId, ['ACCEPTED'], { state: 'REVERSED', tradeStatus: 12 });
  await world.sweepAll();
  const [kept] = (await world.run(siteInventory, winner, {})).items;
  expect(kept?.id).toBe(item?.id);
  expect(kept).not.toHaveProperty('details');
  await writeSetting(db, SITE_SETTINGS, 'trade.stakeProtected', false, clock.now());
});

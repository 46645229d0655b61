/** How many items of a type deposits bring: no more than the market wants, on whichever node. */
import { steamInventory } from '@fairpot/contract/inventory/schemas';
import { depositBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { itemTypeAt, slugOf } from '../../testing/item-types.ts';
import { raceIn, times } from '../../testing/races.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';

let desk: TradeDesk;
beforeAll(async () => (desk = await makeTradeDesk()));
afterAll(() => desk.close());

test('of more than the site wants of a type: with its name, the screen says so, and six concurrent orders bring two', async () => {
  const { world } = desk;
  const { db, clock } = world;
  const player = await desk.player();
  const others = await Promise.all(times(6, () => desk.player()));
  const assets = desk.assets(times(6, () => 1_000));
  await clock.advance(6 * 60_000);
  const wanted = (count: number | null) =>
    db.run(sql`update item_types set wanted = ${count}::integer where slug = ${slugOf(1_000)}`);
  await wanted(2);
  const three = { steamItems: assets.slice(0, 3), convertToBalance: false };
  const { marketHashName: name } = itemTypeAt(1_000);
  await expect(world.runner.execute(depositBySteam, player, three)).rejects.toMatchObject({
    code: 'STOCK_FULL',
    details: { name },
  });
  const race = others.map(
    (who, n) => () => world.runner.execute(depositBySteam, who, { steamItems: [assets[n]], convertToBalance: true }),
  );
  expect(await raceIn(world, race)).toEqual({ ok: 2, STOCK_FULL: 4 });
  await clock.advance(6 * 60_000);
  const { items } = await world.run(steamInventory, player, { appId: 730, contextId: 2 });
  const [first] = assets;
  expect(items.find(({ assetId }) => assetId === first?.assetid)).toMatchObject({ enough: true, doubt: null });
  await wanted(null);
});

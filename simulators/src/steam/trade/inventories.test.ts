/** Inventories as the libraries read them: protected items, hidden ones, and a partner's items on the trade page. */
import type { Item } from 'steam-tradeoffer-manager';
import { describe, expect, test } from 'vitest';
import { bot, called, failure, offered, type Bot } from '../../testing/bot.ts';
import { getJson, ROOKBOLT, started } from '../../testing/harness.ts';
import { CS2, DAY_MS, gift, heldBy, linkOf, ourBot, RUST, sim } from '../../testing/trades.ts';
import type { Simulators } from '../../start.ts';

interface Listed {
  readonly assetid: string;
  readonly tradable: boolean;
}

/** The library's result: assets, and the total that the service names. */
async function contents(us: Bot, steamId: string, appId: number, contextId: number) {
  const [items, , total] = await called<[Listed[], unknown[], number]>((done) =>
    us.community.getUserInventoryContents(steamId, appId, contextId, false, 'english', done),
  );
  return { items, total };
}

/** An account that owns nothing but items from one trade. */
async function traded(sims: Simulators) {
  const us = await ourBot(sims);
  const take = [...(await gift(sims, ROOKBOLT)), ...(await gift(sims, ROOKBOLT, RUST))];
  const offer = await offered(us, await linkOf(sims), { take });
  await sim(sims, `/offers/${offer.id}/accept`);
  return us;
}

const NOTHING = { total_inventory_count: 0, success: 1, rwgrsn: -2 };

describe('a protected item', () => {
  test('is in context 16, not tradable, visible to its owner alone; after seven days it is in context 2', async () => {
    const sims = await started();
    const us = await traded(sims);
    const [cs2, rust] = await heldBy(sims, us.steamId);
    expect((await contents(us, us.steamId, 730, 16)).items).toMatchObject([{ assetid: cs2, tradable: false }]);
    expect((await contents(us, us.steamId, 730, 2)).items).toEqual([]);
    expect((await contents(us, us.steamId, 252490, 2)).items).toMatchObject([{ assetid: rust, tradable: true }]);
    for (const context of [2, 16]) {
      const url = `${sims.steam.baseUrl}/inventory/${us.steamId}/730/${context}`;
      expect((await getJson(url)).body).toEqual(NOTHING);
    }
    sims.clock.advance(7 * DAY_MS);
    await us.signIn();
    expect((await contents(us, us.steamId, 730, 16)).items).toEqual([]);
    expect((await contents(us, us.steamId, 730, 2)).items).toMatchObject([{ assetid: cs2, tradable: true }]);
  });
});

test('CS2 items that came by a trade are hidden from others for ten days, but not on the trade page', async () => {
  const sims = await started();
  const us = await traded(sims);
  const [cs2] = await heldBy(sims, us.steamId);
  const url = `${sims.steam.baseUrl}/inventory/${us.steamId}/730/2`;
  sims.clock.advance(8 * DAY_MS);
  expect((await getJson(url)).body).toEqual({ ...NOTHING, total_inventory_count: 1 });
  await us.signIn();
  const player = await bot(sims, ROOKBOLT);
  const page = player.manager.createOffer(await linkOf(sims, us.steamId));
  const [shown] = await called<[Item[]]>((done) => page.loadPartnerInventory(730, 2, done));
  expect(shown.map((item) => item.assetid)).toEqual([cs2]);
  sims.clock.advance(2 * DAY_MS);
  expect((await getJson(url)).body).toMatchObject({ assets: [{ assetid: cs2 }], total_inventory_count: 1 });
});

describe('the trade page', () => {
  test('shows a private inventory to partners with the link, and nothing without it', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    await sim(sims, `/users/${ROOKBOLT}`, { inventory: 'private' }, 'PATCH');
    expect((await failure(contents(us, ROOKBOLT, 730, 2))).message).toBe('This profile is private.');
    const link = await linkOf(sims);
    const load = (given: string) =>
      called<[Item[]]>((done) => us.manager.createOffer(given).loadPartnerInventory(730, 2, done));
    expect((await load(link))[0].length).toBeGreaterThan(0);
    expect((await failure(load(link.replace(/token=.*/, 'token=wrong123')))).message).toBe('Malformed response');
  });

  test('and the inventory call are paged, each item on one page', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    await gift(sims, us.steamId, CS2, 4_500);
    const own = await contents(us, us.steamId, 730, 2);
    expect(own.total).toBe(4_500);
    expect(new Set(own.items.map((item) => item.assetid)).size).toBe(4_500);
    expect(sims.log.list().filter((one) => one.path.startsWith('/inventory/'))).toHaveLength(5);
    const player = await bot(sims, ROOKBOLT);
    const page = player.manager.createOffer(await linkOf(sims, us.steamId));
    const [shown] = await called<[Item[]]>((done) => page.loadPartnerInventory(730, 2, done));
    expect(new Set(shown.map((item) => item.assetid)).size).toBe(4_500);
    expect(sims.log.list().filter((one) => one.path.includes('partnerinventory'))).toHaveLength(3);
  });
});

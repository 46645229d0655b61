import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../start.ts';
import { aNumber, control, getJson, listWith, ROOKBOLT, scratchDir, started } from '../testing/harness.ts';

const PLAYERS = ['101', '102', '103', '104', '105', '106'].map((tail) => `76561198000000${tail}`);
const TUULIKKI = '76561198000000104';
const GIFT = { appId: 730, marketHashName: 'AK-47 | Redline (Field-Tested)' };

const Inventory = z.object({
  assets: z.array(
    z.object({ assetid: z.string(), classid: z.string(), instanceid: z.string(), amount: z.literal('1') }),
  ),
  descriptions: z.array(z.object({ classid: z.string(), instanceid: z.string(), market_hash_name: z.string() })),
  more_items: z.literal(1).optional(),
  last_assetid: z.string().optional(),
  total_inventory_count: z.number(),
  success: z.literal(1),
  rwgrsn: z.literal(-2),
  asset_properties: z.array(z.object({ assetid: z.string(), asset_properties: z.array(z.unknown()) })).optional(),
});

function url(sims: Simulators, steamId: string, rest = '730/2?l=english') {
  return `${sims.steam.baseUrl}/inventory/${steamId}/${rest}`;
}

async function page(sims: Simulators, steamId: string, rest?: string) {
  return Inventory.parse((await getJson(url(sims, steamId, rest))).body);
}

describe('the public inventory', () => {
  test('has assets, one description each, and a total', async () => {
    const sims = await started();
    const found = await page(sims, ROOKBOLT);
    expect(found.assets.length).toBe(found.total_inventory_count);
    const described = new Set(found.descriptions.map((one) => `${one.classid}_${one.instanceid}`));
    expect(described.size).toBe(found.descriptions.length);
    expect(new Set(found.assets.map((one) => `${one.classid}_${one.instanceid}`))).toEqual(described);
    expect(found.more_items).toBeUndefined();
  });

  test('describes an item as the real service does', async () => {
    const sims = await started();
    await control(sims, 'POST', '/users/76561198000000106/items', GIFT);
    const { body } = await getJson(url(sims, '76561198000000106'));
    expect(body).toMatchObject({
      descriptions: listWith({
        appid: 730,
        currency: 0,
        icon_url: 'ak-47-redline-field-tested',
        tradable: 1,
        marketable: 1,
        commodity: 0,
        name: 'AK-47 | Redline',
        name_color: 'd32ce6',
        type: 'Classified Rifle',
        market_name: GIFT.marketHashName,
        market_hash_name: GIFT.marketHashName,
        tags: listWith({ category: 'Exterior', localized_tag_name: 'Field-Tested' }),
      }),
    });
  });

  test('pages by 75 by default, each item on exactly one page, newest first', async () => {
    const sims = await started();
    await control(sims, 'POST', `/users/${TUULIKKI}/items`, { ...GIFT, count: 200 });
    const seen: string[] = [];
    let start = '';
    for (let pages = 1; ; pages += 1) {
      const found = await page(sims, TUULIKKI, `730/2?l=english${start}`);
      seen.push(...found.assets.map((asset) => asset.assetid));
      if (found.more_items === undefined) break;
      expect(found.assets).toHaveLength(75);
      expect(found.last_assetid).toBe(seen.at(-1));
      start = `&start_assetid=${found.last_assetid}`;
      expect(pages).toBeLessThan(10);
    }
    const all = await page(sims, TUULIKKI, '730/2?count=2000');
    expect(seen).toEqual(all.assets.map((asset) => asset.assetid));
    expect(new Set(seen).size).toBe(all.total_inventory_count);
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
  });

  test.each(['2001', '0', '-1', 'many', '1.5'])('answers 400 null to count=%s', async (count) => {
    const sims = await started();
    expect(await getJson(url(sims, ROOKBOLT, `730/2?count=${count}`))).toEqual({ status: 400, body: null });
  });

  test('is empty for another game or context, 404 for an unknown account', async () => {
    const sims = await started();
    const empty = { status: 200, body: { total_inventory_count: 0, success: 1, rwgrsn: -2 } };
    expect(await getJson(url(sims, ROOKBOLT, '440/2'))).toEqual(empty);
    expect(await getJson(url(sims, ROOKBOLT, '730/16'))).toEqual(empty);
    expect(await getJson(url(sims, '76561198099999999'))).toEqual({ status: 404, body: null });
  });

  test('can be private (403 null) or hold only hidden items (no assets)', async () => {
    const sims = await started();
    await control(sims, 'PATCH', `/users/${ROOKBOLT}`, { inventory: 'private' });
    expect(await getJson(url(sims, ROOKBOLT))).toEqual({ status: 403, body: null });
    await control(sims, 'PATCH', `/users/${ROOKBOLT}`, { inventory: 'hidden' });
    const { body } = await getJson(url(sims, ROOKBOLT));
    expect(body).toMatchObject({ success: 1, total_inventory_count: aNumber() });
    expect(body).not.toHaveProperty('assets');
  });

  test.each([
    ['inventory-429', 429, null],
    ['inventory-400', 400, null],
    ['inventory-403', 403, null],
    ['inventory-500', 500, { success: false, error: 'EYldRefreshAppIfNecessary failed with EResult 20' }],
  ] as const)('fault %s applies as often as set', async (fault, status, body) => {
    const sims = await started();
    sims.faults.set('steam', fault, {}, 2);
    expect(await getJson(url(sims, ROOKBOLT))).toEqual({ status, body });
    expect(await getJson(url(sims, ROOKBOLT))).toEqual({ status, body });
    expect((await getJson(url(sims, ROOKBOLT))).status).toBe(200);
  });

  test('fault inventory-hang leaves the caller to its own timeout', async () => {
    const sims = await started();
    sims.faults.set('steam', 'inventory-hang');
    await expect(getJson(url(sims, ROOKBOLT), 1_500)).rejects.toThrow(/timeout|aborted/i);
  });
});

describe('what an account owns', () => {
  test('is the same in every world with the same catalogue, and different for another account', async () => {
    const [one, two] = [await started(), await started()];
    expect(await page(one, ROOKBOLT)).toEqual(await page(two, ROOKBOLT));
    expect((await page(one, ROOKBOLT)).assets).not.toEqual((await page(one, TUULIKKI)).assets);
  });

  test('comes from the catalogue file, of which only usable rows and known fields count', async () => {
    const dataDir = scratchDir();
    const catalogueFile = join(dataDir, 'items.json');
    const only = {
      appId: 252490,
      marketHashName: 'Test Rug',
      priceCents: 99,
      rarityColor: '#AB12CD',
      slug: 'rug',
      wear: 3,
    };
    writeFileSync(catalogueFile, JSON.stringify([only, { name: 'no item' }, 7]));
    const sims = await started({ catalogueFile });
    const { body } = await getJson(url(sims, ROOKBOLT, '252490/2?count=100'));
    expect(body).toMatchObject({
      total_inventory_count: 64,
      descriptions: [{ market_hash_name: 'Test Rug', icon_url: 'rug', name_color: 'ab12cd' }],
    });
  });

  test('allows a deposit from every game: no game is worth less than 50 dollars', async () => {
    const catalogueFile = join(import.meta.dirname, '../../../catalogue/data/items.json');
    const sims = await started({ catalogueFile });
    const rows: unknown = JSON.parse(readFileSync(catalogueFile, 'utf8'));
    const priced = z.array(z.object({ appId: z.number(), marketHashName: z.string(), priceCents: z.number() }));
    const prices = new Map(priced.parse(rows).map((row) => [row.marketHashName, row.priceCents]));
    for (const steamId of PLAYERS) {
      for (const appId of [730, 570, 252490]) {
        const { body } = await getJson(url(sims, steamId, `${appId}/2?count=2000`));
        const { assets, descriptions } = Inventory.parse(body);
        const names = new Map(descriptions.map((one) => [one.classid, one.market_hash_name]));
        const cents = assets.map(({ classid }) => prices.get(names.get(classid) ?? '') ?? 0);
        const stakeable = cents.filter((each) => each >= 100).reduce((sum, each) => sum + each, 0);
        expect(stakeable, `${steamId} in ${appId}`).toBeGreaterThanOrEqual(5_000);
      }
    }
  });

  test('falls back to a built-in list without the file, and refuses a file without items', async () => {
    const dataDir = scratchDir();
    const absent = await started({ catalogueFile: join(dataDir, 'absent.json') });
    expect((await page(absent, ROOKBOLT)).assets.length).toBeGreaterThan(0);
    const empty = join(dataDir, 'empty.json');
    writeFileSync(empty, '[]');
    await expect(started({ catalogueFile: empty })).rejects.toThrow(/holds no item/);
  });

  test('differs in float, seed and stickers, as the real service shows them: for some CS2 items, not for gifts', async () => {
    const sims = await started();
    await control(sims, 'POST', `/users/${TUULIKKI}/items`, GIFT);
    const { body } = await getJson(url(sims, TUULIKKI, '730/2?count=500'));
    const { asset_properties: properties = [], assets } = Inventory.parse(body);
    expect(properties.length).toBeGreaterThan(3);
    expect(properties.length).toBeLessThan(assets.length);
    expect(properties.map((one) => one.assetid)).not.toContain(assets[0]?.assetid);
    const Shown = z.tuple([
      z.strictObject({
        propertyid: z.literal(1),
        int_value: z.string().regex(/^\d+$/),
        name: z.literal('Pattern Template'),
      }),
      z.strictObject({
        propertyid: z.literal(2),
        float_value: z.string().regex(/^0\.\d+$/),
        name: z.literal('Wear Rating'),
      }),
      z.strictObject({
        propertyid: z.literal(6),
        string_value: z.string().regex(/^[0-9A-F]{64}$/),
        name: z.literal('Item Certificate'),
      }),
      z.strictObject({
        propertyid: z.literal(7),
        int_value: z.string().regex(/^\d+$/),
        name: z.literal('Finish Catalog'),
      }),
    ]);
    for (const { asset_properties: each } of properties) expect(Shown.parse(each)).toEqual(each);
    const text = JSON.stringify(body);
    expect(text).toMatch(/"value":"[^}]*title=\\"Sticker: [^"]+\\"[^}]*","name":"sticker_info"/);
    expect(text).toContain('steam://run/730//+csgo_econ_action_preview%20%propid:6%');
    expect((await page(sims, TUULIKKI, '252490/2')).asset_properties).toEqual([]);
  });

  test('survives a restart, including gifts and removals, and asset ids are never used again', async () => {
    const dataDir = scratchDir();
    const first = await started({ dataDir });
    const given = z.object({ items: z.array(z.object({ assetId: z.string() })) });
    const gift = async (sims: Simulators) => {
      const response = await control(sims, 'POST', `/users/${ROOKBOLT}/items`, GIFT);
      return given.parse(await response.json()).items[0]?.assetId ?? '';
    };
    const lost = await gift(first);
    await control(first, 'DELETE', `/users/${ROOKBOLT}/items/${lost}`);
    const before = await page(first, ROOKBOLT);
    await first.stop();
    const second = await started({ dataDir });
    expect(await page(second, ROOKBOLT)).toEqual(before);
    expect(Number(await gift(second))).toBeGreaterThan(Number(lost));
  });
});

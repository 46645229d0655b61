import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../start.ts';
import { getJson, IMPATIENCE_MS, scratchDir, started } from '../testing/harness.ts';

const NOON = 1_790_000_000_000;
const HOUR_MS = 3_600_000;
const Row = z.object({
  market_hash_name: z.string(),
  currency: z.string(),
  min_price: z.number().nullable(),
  median_price: z.number().nullable(),
  quantity: z.number(),
  updated_at: z.number(),
});
const Overview = z.object({
  success: z.literal(true),
  lowest_price: z.string().regex(/^\$[\d,]+\.\d\d$/),
  median_price: z.string(),
  volume: z.string().regex(/^[\d,]+$/),
});
const ASIIMOV = 'AWP | Asiimov (Field-Tested)';

function askPath(sims: Simulators, path: string, encoding = 'br') {
  return fetch(`${sims.steam.baseUrl}${path}`, {
    headers: { 'accept-encoding': encoding },
    signal: AbortSignal.timeout(IMPATIENCE_MS),
  });
}

const ask = (sims: Simulators, query = 'app_id=730&currency=USD&tradable=0', encoding = 'br') =>
  askPath(sims, `/v1/items?${query}`, encoding);

async function list(sims: Simulators, query?: string) {
  return z.array(Row).parse(await (await ask(sims, query)).json());
}

const overviewUrl = (sims: Simulators, name = ASIIMOV) =>
  `${sims.steam.baseUrl}/market/priceoverview/?appid=730&currency=1&market_hash_name=${encodeURIComponent(name)}`;

async function lowest(sims: Simulators) {
  return Number(Overview.parse((await getJson(overviewUrl(sims))).body).lowest_price.replace(/[$,]/g, ''));
}

describe('prices', () => {
  test('are near the catalogue’s in both sources; Steam’s are some 30% above cash, as its money cannot be withdrawn', async () => {
    const sims = await started({ clock: { now: () => NOON } });
    const rows = await list(sims);
    expect(rows).toHaveLength(8);
    const row = rows.find((one) => one.market_hash_name === ASIIMOV);
    const [there, here] = [await lowest(sims), row?.min_price ?? 0];
    expect(Math.abs(here / 141 - 1)).toBeLessThan(0.35);
    expect(Math.abs(there / here / 1.3 - 1)).toBeLessThan(0.05);
    expect(there).not.toBe(1.3 * here);
    expect(await list(sims, 'app_id=570&currency=USD')).toHaveLength(3);
  });

  test('walk with the clock, by steps, the same in every world', async () => {
    const [one, two] = [await started({ clock: { now: () => NOON } }), await started({ clock: { now: () => NOON } })];
    const course: number[] = [];
    for (let day = 0; day < 40; day += 1) {
      course.push(await lowest(one));
      one.clock.advance(24 * HOUR_MS);
    }
    expect(new Set(course).size).toBeGreaterThan(20);
    for (const [day, price] of course.entries()) {
      if (day > 0) expect(Math.abs(price / (course[day - 1] ?? 0) - 1)).toBeLessThan(0.12);
    }
    two.clock.advance(39 * 24 * HOUR_MS);
    expect(await lowest(two)).toBe(course.at(-1));
  });

  test('of the list are refused without brotli and in another currency; unknown items have none', async () => {
    const sims = await started();
    expect((await ask(sims, undefined, 'gzip')).status).toBe(406);
    expect((await ask(sims, 'app_id=730')).status).toBe(400);
    expect((await getJson(overviewUrl(sims, 'No Such Thing'))).status).toBe(500);
    const response = await ask(sims);
    expect(response.headers.get('content-encoding')).toBe('br');
  });
});

test('of phases: sales by version, and offers one by one; inventories have Steam’s own names', async () => {
  const file = join(scratchDir(), 'items.json');
  const plain = '★ Karambit | Doppler (Factory New)';
  const items = [plain, `${plain} - Ruby`].map((marketHashName, n) => ({
    ...{ appId: 730, marketHashName, priceCents: n === 0 ? 108_000 : 465_000, slug: `knife-${n}` },
  }));
  writeFileSync(file, JSON.stringify(items));
  const sims = await started({ clock: { now: () => NOON }, catalogueFile: file, botCopies: 1 });
  expect((await list(sims)).map((row) => row.market_hash_name)).toEqual([plain]);
  const sales = z
    .array(
      z.object({
        market_hash_name: z.string(),
        version: z.string().nullable(),
        last_7_days: z.object({ median: z.number() }),
      }),
    )
    .parse(await (await askPath(sims, '/v1/sales/history?app_id=730&currency=USD')).json());
  expect(sales.map((row) => [row.market_hash_name, row.version])).toEqual([
    [plain, null],
    [plain, 'Ruby'],
  ]);
  const { items: offers } = z
    .object({ items: z.array(z.object({ name: z.string(), phase: z.string(), price: z.number() })) })
    .parse(await (await askPath(sims, '/v1/prices/dopplers?phase=any')).json());
  expect(new Set(offers.map(({ name, phase }) => `${name} ${phase}`))).toEqual(new Set([`${plain} Ruby`]));
  const median = (sales[1]?.last_7_days.median ?? 0) * 1_000;
  expect(Math.abs(Math.min(...offers.map(({ price }) => price)) / median - 1)).toBeLessThan(0.1);
  // The bot has a copy of each: the second is a plain one to Steam, with the paint index of a Ruby.
  const bot = sims.steam.bots[0]?.steamId ?? '';
  const own = JSON.stringify((await getJson(`${sims.steam.baseUrl}/inventory/${bot}/730/2`)).body);
  expect(own.match(/"market_hash_name":"[^"]+"/g)).toEqual([`"market_hash_name":"${plain}"`]);
  expect(own.match(/"propertyid":7,"int_value":"\d+"/g)).toEqual(['"propertyid":7,"int_value":"415"']);
});

describe('faults of prices', () => {
  test.each([
    ['429', 429],
    ['503', 503],
    ['html', 200],
  ] as const)('%s', async (fault, status) => {
    const sims = await started();
    sims.faults.set('prices', fault, {}, 1);
    const response = await ask(sims);
    expect(response.status).toBe(status);
    expect(z.array(Row).safeParse(await response.json().catch(() => null)).success).toBe(false);
    expect(await list(sims)).toHaveLength(8);
  });

  test('hangs, and faults of the overview', async () => {
    const sims = await started();
    for (const service of ['prices', 'overview'] as const) sims.faults.set(service, 'hang', {}, 1);
    await expect(ask(sims)).rejects.toThrow(/timeout|aborted/i);
    await expect(getJson(overviewUrl(sims), IMPATIENCE_MS)).rejects.toThrow(/timeout|aborted/i);
    sims.faults.set('overview', '429', {}, 1);
    expect(await getJson(overviewUrl(sims))).toEqual({ status: 429, body: null });
    sims.faults.set('overview', '500', {}, 1);
    expect((await getJson(overviewUrl(sims))).status).toBe(500);
    sims.faults.set('overview', 'no-price', {}, 1);
    expect((await getJson(overviewUrl(sims))).body).toEqual({ success: true });
    const before = await lowest(sims);
    sims.faults.set('overview', 'spike', { factor: 100 }, 1);
    expect((await lowest(sims)) / before).toBeGreaterThan(99);
  });

  test('spoil some rows, or the whole list', async () => {
    const sims = await started({ clock: { now: () => NOON } });
    const before = await list(sims);
    const spoilt = async (fault: 'spike' | 'no-price' | 'missing' | 'duplicate', every = 2) => {
      sims.faults.set('prices', fault, { every }, 1);
      return list(sims);
    };
    const ratio = (await spoilt('spike')).map((row, i) =>
      Math.round((row.min_price ?? 0) / (before[i]?.min_price ?? 1)),
    );
    expect(ratio).toEqual([100, 1, 100, 1, 100, 1, 100, 1]);
    expect((await spoilt('no-price')).map((row) => row.min_price === null)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(await spoilt('missing')).toHaveLength(4);
    expect(await spoilt('duplicate')).toHaveLength(12);
    sims.faults.set('prices', 'wrong-currency', {}, 1);
    expect((await list(sims))[0]?.currency).toBe('EUR');
    sims.faults.set('prices', 'stale', { hours: 48 }, 1);
    expect((before[0]?.updated_at ?? 0) - ((await list(sims))[0]?.updated_at ?? 0)).toBe(48 * 3_600);
    expect(await list(sims)).toEqual(before);
  });
});

/**
 * Every fault of the simulated price sources, through the adapters that live mode uses: none moves a price or makes one believed. A fault
 * that lasts a day stops sale and deposit of the item until it ends.
 */
import { join } from 'node:path';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { getMarketItem } from '@fairpot/contract/market/schemas';
import { FAULTS } from '@fairpot/simulators/kit/faults';
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { priceOverview } from '../gateways/prices/price-overview.ts';
import { skinport } from '../gateways/prices/skinport.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { FakeClock } from '../../testing/fakes.ts';
import { doubtOf, pricedTypes } from '../vault/types.ts';
import { SPOT_AGAIN_MS } from './price-sweeps.ts';
import { STALE_MS } from './pricing.ts';
import { openShop, type Shop } from '../../testing/market/shop.fixture.ts';

const CATALOGUE = join(import.meta.dirname, '../../../catalogue/data/items.json');
const MINUTE = 60_000;
const WAIT_MS = 1_500;
/** The simulator's services, by our adapters' names. */
const SOURCES = { prices: 'skinport', overview: 'steam' } as const;
/** Expensive enough that rounding does not matter, and sold often enough to be believed. */
const TYPES = ITEM_TYPES.filter(({ appId, priceCents }) => appId === 730 && priceCents > 500).slice(0, 3);
const [TYPE] = TYPES;
if (TYPE === undefined) throw new Error('the catalogue has no dear items');
const { slug } = TYPE;

let sims: Simulators;
let shop: Shop;
let player: Actor;
/** Clock of the simulators and of the gateways that read them; advanced together with the world's clock. */
const clock = new FakeClock();
beforeAll(async () => {
  sims = await startSimulators({ clock, catalogueFile: CATALOGUE });
  const base = sims.steam.baseUrl;
  shop = await openShop({ prices: [skinport(base, WAIT_MS), priceOverview(base, clock, WAIT_MS)], types: TYPES });
  player = await shop.player();
  for (let turn = 0; turn < 3; turn += 1) await after(SPOT_AGAIN_MS);
  expect((await page()).prices).toBe('sources');
});
afterEach(() => sims.faults.clear());
afterAll(async () => {
  await shop.world.close();
  await sims.stop();
});

const page = () => shop.world.run(getMarketItem, player, { id: slug });

/** Advances the clocks, then runs every sweep that is due. */
async function after(ms: number): Promise<void> {
  await shop.world.clock.advance(ms);
  await clock.advance(ms);
  await shop.world.sweepAll();
}

/** When the source last quoted the item. */
async function quotedBy(source: keyof typeof SOURCES): Promise<number | undefined> {
  return (await page()).quotes.find((quote) => quote.source === SOURCES[source])?.quotedAt;
}

/** The item's row in the price list that deposits use. */
async function doubtForDeposit(): Promise<string | null> {
  const known = (await pricedTypes(shop.world.db, [slug])).get(slug);
  if (!known) throw new Error('it is not in the price list');
  return doubtOf(known, shop.world.clock.now());
}

test.each(['prices', 'overview'] as const)(
  'any other fault of %s yields no price; after a day of it the item is neither sold nor accepted, until it ends',
  async (source) => {
    const faults = Object.keys(FAULTS[source]).filter((fault) => fault !== 'spike');
    const [{ payUsd }, quotedAt] = [await page(), await quotedBy(source)];
    expect(quotedAt).toBeGreaterThan(0);
    for (const fault of faults) {
      sims.faults.set(source, fault);
      // Longer than a day in total, and each fault is met: lists are read every ten minutes, single items every six hours.
      await after((source === 'overview' ? SPOT_AGAIN_MS : STALE_MS / faults.length) + MINUTE);
      expect(await quotedBy(source), fault).toBe(quotedAt);
      sims.faults.clear(source, fault);
    }
    expect([(await page()).doubt, await doubtForDeposit()]).toEqual(['STALE', 'STALE']);
    // The other source may have moved the price, within its daily range.
    expect(Math.abs((await page()).payUsd / payUsd - 1)).toBeLessThan(0.25);
    await after(SPOT_AGAIN_MS);
    expect([(await page()).doubt, await doubtForDeposit()]).toEqual([null, null]);
  },
);

test.each([
  ['prices', 100],
  ['overview', 100],
  ['prices', 2],
  ['overview', 2],
] as const)('%s alone at %i times the price is not believed', async (service, factor) => {
  const { payUsd } = await page();
  sims.faults.set(service, 'spike', { factor });
  await after(SPOT_AGAIN_MS);
  expect([(await page()).doubt, await doubtForDeposit()]).toEqual(['APART', 'APART']);
  expect(Math.abs((await page()).payUsd / payUsd - 1)).toBeLessThan(0.25);
  sims.faults.clear();
  await after(SPOT_AGAIN_MS);
  expect([(await page()).doubt, await doubtForDeposit()]).toEqual([null, null]);
});

test('both sources spike alike: that is a jump, and not believed for a day', async () => {
  const { payUsd } = await page();
  for (const service of ['prices', 'overview'] as const) sims.faults.set(service, 'spike');
  await after(SPOT_AGAIN_MS);
  expect((await page()).doubt).toBe('JUMP');
  expect(Math.abs((await page()).payUsd / payUsd - 1)).toBeLessThan(0.25);
});

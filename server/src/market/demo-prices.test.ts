/** The first minutes of a demo with simulated price sources, over real HTTP: what is on sale, at which price, and how soon. */
import { join } from 'node:path';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { listMarket, seedMarket } from '@fairpot/contract/market/schemas';
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePriceSources } from '../gateways/prices/prices.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import { sql } from '../platform/database/sql.ts';
import { FakeClock } from '../../testing/fakes.ts';
import { SPOTS, SPOTS_EVERY_MS } from './price-sweeps.ts';
import { openShop, type Shop } from '../../testing/market/shop.fixture.ts';

const CATALOGUE = join(import.meta.dirname, '../../../catalogue/data/items.json');
let sims: Simulators;
let shop: Shop;
/** Clock of the simulators and of the gateways that read them; advanced together with the world's clock. */
const clock = new FakeClock();
beforeAll(async () => {
  sims = await startSimulators({ clock, catalogueFile: CATALOGUE });
  const base = sims.steam.baseUrl;
  shop = await openShop({
    prices: makePriceSources({ listBase: base, marketCsgoBase: base, waxpeerBase: base, spotBase: base }, clock),
    types: ITEM_TYPES,
  });
  const items = ITEM_TYPES.map(({ slug }) => ({ slug, count: 1 }));
  await shop.world.run(seedMarket, SYSTEM, { origin: 'demo:delivery:all', items, history: [] });
});
afterAll(async () => {
  await shop.world.close();
  await sims.stop();
});

test('everything can be bought at once; two cash markets confirm a game at once, Steam confirms the rest at fifteen items a minute', async () => {
  const player = await shop.player();
  const firstPage = () => shop.world.run(listMarket, player, {});
  expect((await firstPage()).prices).toBe('opening');
  const turns = 3;
  for (let turn = 0; turn < turns; turn += 1) {
    await shop.world.sweepAll();
    await shop.world.clock.advance(SPOTS_EVERY_MS);
    await clock.advance(SPOTS_EVERY_MS);
  }
  const { items } = await firstPage();
  expect(items.filter(({ doubt }) => doubt !== null)).toEqual([]);
  const asked = (path: string) => sims.log.list({ limit: 1_000 }).filter((request) => request.path.startsWith(path));
  expect(asked('/v1/items')).toHaveLength(3);
  expect(asked('/market/priceoverview')).toHaveLength(turns * SPOTS);
  const known = await shop.world.db.many<{ slug: string; cents: number }>(sql`
    select item_type as slug, reference_cents as cents from market_prices where origin = 'sources'`);
  const isKnown = new Set(known.map(({ slug }) => slug));
  expect(ITEM_TYPES.filter(({ appId, slug }) => appId === 730 && !isKnown.has(slug))).toEqual([]);
  // Of phases Steam has no price.
  expect(asked('/market/priceoverview').filter(({ path }) => path.includes('Phase'))).toEqual([]);
  const centsOf = (slug: string) => known.find((each) => each.slug === slug)?.cents ?? 0;
  const karambit = 'karambit-doppler-factory-new';
  expect(centsOf(`${karambit}-ruby`)).toBeGreaterThan(2 * centsOf(`${karambit}-phase-2`));
  expect(centsOf(`${karambit}-phase-2`)).toBeGreaterThan(0);
  expect(known.length).toBeLessThanOrEqual(ITEM_TYPES.filter(({ appId }) => appId === 730).length + turns * SPOTS);
  // The simulated prices stay within a third of the catalogue's price, and the two sources within a few percent of each other.
  for (const { slug, cents } of known) {
    const start = ITEM_TYPES.find((type) => type.slug === slug)?.priceCents ?? 0;
    expect(Math.abs(cents / start - 1)).toBeLessThan(0.4);
  }
});

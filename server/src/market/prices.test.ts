/** Prices from source to list: when each source is read, what is believed, and what a node may not do. */
import {
  getMarketItem,
  getPriceTerms,
  listMarket,
  seedMarket,
  importItemTypes,
  storeQuotes,
} from '@fairpot/contract/market/schemas';
import { MARKET_PRICES_PER_FACT, MARKET_BULK_CHANGE_MIN } from '@fairpot/contract/market/calls';
import type { NewPrice } from '@fairpot/contract/market/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIST_EVERY_MS, type PriceQuote, type PriceSource } from '../platform/process/price-port.ts';
import type { PortOutcome } from '../platform/process/steam-port.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { writeSetting } from '../../testing/settings.ts';
import { doubtOf, pricedTypes, upsertItemTypes, type PricedType } from '../vault/types.ts';
import { SPOT_AGAIN_MS, SPOTS, SPOTS_EVERY_MS, WHOLE_EVERY_MS } from './price-sweeps.ts';
import { onSaleSql } from './price-store.ts';
import { MAX_STOCK, STALE_MS } from './pricing.ts';
import { MARKET_SETTINGS } from './settings.ts';
import { openShop, SHAPES, slugAt, typeAt, type Shop } from '../../testing/market/shop.fixture.ts';

/** Steam's quote for an item that costs this in cash. */
const inSteam = (cents: number) => Math.ceil(cents * 1.3);

/** Sources with scripted quotes that count their calls. */
class Sources {
  readonly asked = { list: [] as number[], spot: [] as string[] };
  now = () => 0;
  list: () => PortOutcome<readonly PriceQuote[]> = () => ({ kind: 'ok', value: [] });
  spot: (name: string) => PortOutcome<PriceQuote> = () => ({ kind: 'refused', why: 'no such item' });

  readonly all: readonly PriceSource[] = [
    {
      kind: 'list',
      name: 'skinport',
      everyMs: LIST_EVERY_MS,
      read: (appId: number) => {
        this.asked.list.push(appId);
        const none = { kind: 'ok', value: [] } as const;
        return Promise.resolve<PortOutcome<readonly PriceQuote[]>>(appId === 730 ? this.list() : none);
      },
    },
    {
      kind: 'spot',
      name: 'steam',
      read: (_: number, name: string) => {
        this.asked.spot.push(name);
        return Promise.resolve(this.spot(name));
      },
    },
  ];

  quote(name: string, cents: number): PriceQuote {
    return { marketHashName: name, cents, quantity: 30, quotedAt: this.now() };
  }

  /** Both quote this cash price for every item; Steam in its own money. */
  agree(cents: number): void {
    this.list = () => ({ kind: 'ok', value: SHAPES.map(([name]) => this.quote(name, cents)) });
    this.spot = (name) => ({ kind: 'ok', value: this.quote(name, inSteam(cents)) });
  }
}

let sources: Sources;
let shop: Shop;
let player: Actor;
beforeEach(async () => {
  sources = new Sources();
  shop = await openShop({ prices: sources.all });
  sources.now = () => shop.world.clock.now();
  player = await shop.player();
});
afterEach(() => shop.world.close());

const DAY_MS = 24 * 60 * 60_000;
const NAME = SHAPES[0][0];
const page = () => shop.world.run(getMarketItem, player, { id: slugAt(0) });
/** The row that every other feature reads. */
const inPriceList = async (): Promise<PricedType> => {
  const type = (await pricedTypes(shop.world.db, [slugAt(0)])).get(slugAt(0));
  if (!type) throw new Error('it is not in the price list');
  return type;
};
/** Enough turns to read every type. */
const readAll = async () => {
  for (let turn = 0; turn * SPOTS < SHAPES.length + SPOTS; turn += 1) {
    await shop.world.sweepAll();
    await shop.world.clock.advance(SPOTS_EVERY_MS);
  }
};

test('two sources that agree set the price: of the market, of the price list, and of the day', async () => {
  sources.agree(1_234);
  await readAll();
  expect(await page()).toMatchObject({
    askUsd: 12.96,
    spreadBps: 500,
    baseUsd: 12.34,
    payUsd: 11.35,
    haircutBps: 800,
    liquidity: 'usual',
    steamBps: 13_000,
    doubt: null,
    prices: 'sources',
  });
  expect((await page()).quotes.map(({ source, priceUsd }) => [source, priceUsd])).toEqual([
    ['skinport', 12.34],
    ['steam', 16.05],
  ]);
  expect((await page()).history).toEqual([{ day: '2026-01-01', priceUsd: 12.34, simulated: false }]);
  expect((await pricedTypes(shop.world.db, [slugAt(0)])).get(slugAt(0))?.cents).toBe(1_135);
  expect((await shop.world.run(listMarket, player, {})).prices).toBe('sources');
});

test('a hundredfold spike in one source is not believed; the last price stays in the list', async () => {
  sources.agree(1_000);
  await readAll();
  sources.list = () => ({ kind: 'ok', value: [sources.quote(NAME, 100_000)] });
  await shop.world.clock.advance(LIST_EVERY_MS);
  await shop.world.sweepAll();
  expect(await page()).toMatchObject({ payUsd: 9.2, doubt: 'APART' });
  expect(await inPriceList()).toMatchObject({ cents: 920, doubt: 'APART' });
});

test('a phase has its price from the two lists of phases; one of them alone, or a contradiction, is no price', async () => {
  const { world } = shop;
  const phase = { ...typeAt(0), slug: 'test-ruby', marketHashName: '★ Karambit | Doppler (Factory New) - Ruby' };
  await upsertItemTypes(world.db, [phase], world.clock.now());
  await world.run(importItemTypes, SYSTEM, {});
  const says = (source: 'skinportsales' | 'waxpeer', cents: number) =>
    world.run(storeQuotes, SYSTEM, {
      source,
      quotes: [{ slug: phase.slug, cents, quantity: 12, quotedAt: world.clock.now() }],
    });
  const ruby = () => world.run(getMarketItem, player, { id: phase.slug });
  await says('skinportsales', 460_000);
  expect((await ruby()).prices).toBe('opening');
  await says('waxpeer', 450_000);
  // Sold so rarely, it is a thin item: a quarter less than the lower figure.
  expect(await ruby()).toMatchObject({
    baseUsd: 4_500,
    payUsd: 3_375,
    liquidity: 'thin',
    prices: 'sources',
    doubt: null,
  });
  expect((await pricedTypes(world.db, [phase.slug])).get(phase.slug)).toMatchObject({ cents: 337_500, wanted: 0 });
  await says('waxpeer', 900_000);
  expect(await ruby()).toMatchObject({ payUsd: 3_375, doubt: 'APART' });
  await readAll();
  expect(sources.asked.spot).toContain(NAME);
  expect(sources.asked.spot).not.toContain(phase.marketHashName);
});

test("the price list that other features read has every doubt and each price's expiry", async () => {
  expect(await inPriceList()).toMatchObject({ doubt: null, goodUntil: null });
  sources.agree(1_000);
  await readAll();
  const { pricedAt } = await page();
  const known = await inPriceList();
  expect(known).toMatchObject({ doubt: null, pricedAt, goodUntil: pricedAt + STALE_MS });
  expect([pricedAt, pricedAt + STALE_MS, pricedAt + STALE_MS + 1].map((at) => doubtOf(known, at))).toEqual([
    null,
    null,
    'STALE',
  ]);
  // Neither a restart nor the catalogue makes an old price new or clears a doubt.
  await shop.world.run(storeQuotes, SYSTEM, {
    source: 'skinport',
    quotes: [{ slug: slugAt(0), cents: 1_000, quantity: 4, quotedAt: shop.world.clock.now() }],
  });
  await shop.world.clock.advance(60_000);
  await upsertItemTypes(shop.world.db, [{ ...typeAt(0), priceCents: 7 }], shop.world.clock.now());
  const still = { cents: 920, doubt: 'THIN', goodUntil: known.goodUntil };
  expect(await inPriceList()).toMatchObject(still);
  await shop.world.run(importItemTypes, SYSTEM, {});
  expect(await inPriceList()).toMatchObject(still);
});

test('old quotes, few offers, an unknown name, and a source that is down', async () => {
  sources.agree(1_000);
  await readAll();
  const again = async (list: typeof sources.list) => {
    sources.list = list;
    await shop.world.clock.advance(LIST_EVERY_MS);
    await shop.world.sweepAll();
    return (await page()).doubt;
  };
  const said = (over: Partial<PriceQuote>) => () => ({
    kind: 'ok' as const,
    value: [{ ...sources.quote(NAME, 1_000), ...over }],
  });
  expect(await again(() => ({ kind: 'unavailable', why: 'status 429' }))).toBeNull();
  expect(await again(said({ marketHashName: 'Who | Knows' }))).toBeNull();
  expect(await again(said({ quantity: 4 }))).toBe('THIN');
  expect(await again(said({}))).toBeNull();
  // A quote older than the stored one changes nothing.
  expect(await again(said({ quotedAt: 1, cents: 1 }))).toBeNull();
  expect((await page()).payUsd).toBe(9.2);
});

test('a source whose clock runs ahead cannot prolong its quotes', async () => {
  const at = shop.world.clock.now();
  const quote = { slug: slugAt(0), cents: 1_000, quantity: 30, quotedAt: at + 10 * 24 * 60 * 60_000 };
  for (const source of ['skinport', 'steam'] as const)
    await shop.world.run(storeQuotes, SYSTEM, { source, quotes: [quote] });
  expect((await page()).quotes.map(({ quotedAt }) => quotedAt)).toEqual([at, at]);
});

describe('when sources are read', () => {
  test('lists once in ten minutes, single items a few at a time, however many nodes there are', async () => {
    sources.agree(1_000);
    const other = shop.world.node(shop.world.clock);
    await shop.world.sweepAll();
    await Promise.all([shop.world.sweepAll(), other.sweepAll()]);
    expect([...sources.asked.list].sort()).toEqual([252490, 570, 730].sort());
    expect(sources.asked.spot).toHaveLength(SPOTS);
    await shop.world.clock.advance(SPOTS_EVERY_MS - 1);
    await other.sweepAll();
    expect(sources.asked.spot).toHaveLength(SPOTS);
    await shop.world.clock.advance(1);
    await other.sweepAll();
    expect(new Set(sources.asked.spot).size).toBe(SHAPES.length);
    await shop.world.clock.advance(LIST_EVERY_MS);
    await other.sweepAll();
    expect(sources.asked.list).toHaveLength(6);
    expect(sources.asked.spot).toHaveLength(SHAPES.length);
    await shop.world.clock.advance(SPOT_AGAIN_MS);
    await other.sweepAll();
    expect(sources.asked.spot).toHaveLength(SHAPES.length + SPOTS);
  });

  test('never without sources: the catalogue’s prices apply and are labelled so', async () => {
    const plain = await openShop();
    try {
      await plain.world.sweepAll();
      const buyer = await plain.player();
      expect(await plain.world.run(listMarket, buyer, {})).toMatchObject({ prices: 'catalogue' });
    } finally {
      await plain.world.close();
    }
  });

  test('in live nothing is sold at a catalogue price', async () => {
    const live = await openShop({ config: { mode: 'live' } });
    try {
      const buyer = await live.player();
      const { doubt } = await live.world.run(getMarketItem, buyer, { id: slugAt(0) });
      expect(doubt).toBe('MISSING');
    } finally {
      await live.world.close();
    }
  });
});

test('two sources that report at once are judged in sequence', async () => {
  const quote = { slug: slugAt(0), quantity: 30, quotedAt: shop.world.clock.now() };
  const says = { skinport: 2_000, steam: inSteam(2_000) };
  await Promise.all(
    (['skinport', 'steam'] as const).map((source) =>
      shop.world.runner.execute(storeQuotes, SYSTEM, { source, quotes: [{ ...quote, cents: says[source] }] }),
    ),
  );
  expect(await page()).toMatchObject({ payUsd: 18.4, doubt: null });
  const { n } = await shop.world.db.one<{ n: number }>(sql`select count(*) as n from market_quotes`);
  expect(n).toBe(2);
});

describe('while items are read one by one', () => {
  const list = () => shop.world.run(listMarket, player, {});

  test('everything is on sale at the catalogue’s price, labelled so; the most expensive items are read first', async () => {
    for (const [n] of SHAPES.entries()) await shop.stock(slugAt(n));
    expect((await list()).prices).toBe('opening');
    sources.agree(1_234);
    await shop.world.sweepAll();
    const names = SHAPES.map(([name]) => name);
    expect([...sources.asked.spot].sort()).toEqual(names.slice(-SPOTS).sort());
    const { items, prices } = await list();
    expect(prices).toBe('opening');
    expect(items.filter(({ doubt }) => doubt !== null)).toEqual([]);
    expect((await shop.world.run(getMarketItem, player, { id: slugAt(0) })).prices).toBe('opening');
    expect((await shop.world.run(getMarketItem, player, { id: slugAt(7) })).prices).toBe('sources');
    await readAll();
    expect((await list()).prices).toBe('sources');
  });

  test('the made-up days of a demo join the first real one', async () => {
    const history = [{ slug: slugAt(0), cents: [900, 1_000] }];
    const items = [{ slug: slugAt(0), count: 1 }];
    await shop.world.run(seedMarket, SYSTEM, { origin: 'demo:delivery:history', items, history });
    sources.agree(1_200);
    await readAll();
    const days = async () => (await page()).history.map(({ priceUsd, simulated }) => [priceUsd, simulated]);
    expect(await days()).toEqual([
      [10.8, true],
      [12, true],
      [12, false],
    ]);
    sources.agree(1_300);
    await shop.world.clock.advance(SPOT_AGAIN_MS);
    await readAll();
    expect((await days())[0]).toEqual([10.8, true]);
  });
});

test('a changed price is published with its value; for very many, only that prices changed', async () => {
  const takeFacts = async () => {
    const rows = await shop.world.db.many<{ type: string; body: { prices?: NewPrice[] } }>(
      sql`
        with gone as (delete from facts where topic = 'market' returning id, type, body)
        select type, body from gone order by id`,
    );
    return rows.map(({ type, body }) => [type, body.prices?.length ?? 0]);
  };
  const many = Array.from({ length: MARKET_BULK_CHANGE_MIN + 1 }, (_, n) => typeAt(n));
  await upsertItemTypes(shop.world.db, many, shop.world.clock.now());
  await shop.world.run(importItemTypes, SYSTEM, {});
  const say = async (count: number, cents: number) => {
    const quotedAt = shop.world.clock.now();
    const says = { skinport: cents, steam: inSteam(cents) };
    for (const source of ['skinport', 'steam'] as const) {
      const quotes = many.slice(0, count).map(({ slug }) => ({ slug, cents: says[source], quantity: 30, quotedAt }));
      await shop.world.run(storeQuotes, SYSTEM, { source, quotes });
    }
  };
  // A new price for each of them.
  await say(MARKET_PRICES_PER_FACT + 1, 1_950);
  expect(await takeFacts()).toEqual([
    ['market.priced', MARKET_PRICES_PER_FACT],
    ['market.priced', 1],
  ]);
  await say(1, 1_950);
  expect(await takeFacts()).toEqual([]);
  await say(1, 2_100);
  const rows = await shop.world.db.many<{ body: object }>(
    sql`select body from facts where topic = 'market' order by id`,
  );
  const pricedAt = shop.world.clock.now();
  expect(rows.at(-1)?.body).toEqual({ prices: [{ id: slugAt(0), askUsd: 22.05, doubt: null, pricedAt }] });
  await say(many.length, 1_950);
  await takeFacts();
  await say(many.length, 2_250);
  expect((await takeFacts()).at(-1)).toEqual(['market.changed', 0]);
});

test('deletes daily prices that no chart shows', async () => {
  const day = Math.floor(shop.world.clock.now() / DAY_MS);
  await shop.world.db.run(sql`
    insert into market_price_days (item_type, day, cents, simulated)
    select ${slugAt(0)}, ${day}::integer - n, 1000, false from generate_series(1, 500) n`);
  await shop.world.sweepAll();
  const { oldest } = await shop.world.db.one<{ oldest: number }>(sql`
    select min(day) as oldest from market_price_days where item_type = ${slugAt(0)}`);
  expect(oldest).toBe(day - 400);
});

test('Steam’s price ratio is learned per game from types that both quote, and the item page shows it', async () => {
  const many = Array.from({ length: 20 }, (_, n) => typeAt(n));
  await upsertItemTypes(shop.world.db, many, shop.world.clock.now());
  await shop.world.run(importItemTypes, SYSTEM, {});
  const quote = { quantity: 30, quotedAt: shop.world.clock.now() };
  for (const [source, cents] of [['skinport', 1_000] as const, ['steam', 1_200] as const]) {
    const quotes = many.map(({ slug }) => ({ slug, cents, ...quote }));
    await shop.world.run(storeQuotes, SYSTEM, { source, quotes });
  }
  expect((await page()).steamBps).toBe(13_000);
  await shop.world.sweepAll();
  expect((await page()).steamBps).toBe(12_000);
  expect((await shop.world.run(getPriceTerms, null, {})).steam).toContainEqual({ appId: 730, bps: 12_000 });
});

test('anyone can read how prices are made, with the current settings', async () => {
  const { db, clock } = shop.world;
  await writeSetting(db, MARKET_SETTINGS, 'price.haircutThinBps', 3_000, clock.now());
  await writeSetting(db, MARKET_SETTINGS, 'price.thinMostCents', 123_45, clock.now());
  expect(await shop.world.run(getPriceTerms, null, {})).toMatchObject({
    spreadBps: 500,
    tiers: [
      { liquidity: 'liquid', haircutBps: 500, stock: 200 },
      { liquidity: 'usual', haircutBps: 800, stock: 40 },
      { liquidity: 'slow', haircutBps: 1_500, stock: 10 },
      { liquidity: 'thin', haircutBps: 3_000, stock: 3 },
    ],
    thinMostUsd: 123.45,
    sources: ['skinport', 'steam'],
  });
});

test('items on sale are counted up to the highest limit that a setting may have', () => {
  expect(onSaleSql.text).toContain(`limit ${MAX_STOCK})`);
});

test('two nodes that judge one price at once raise it as far as one, and the lower quote wins over a race', async () => {
  sources.agree(1_000);
  await readAll();
  const nodes = [shop.world, shop.world.node(shop.world.clock)];
  const race = (cents: number) =>
    Promise.all(
      nodes.flatMap((node) =>
        Array.from({ length: 4 }, () =>
          node.runner.execute(storeQuotes, SYSTEM, {
            source: 'skinport',
            quotes: [{ slug: slugAt(0), cents, quantity: 30, quotedAt: shop.world.clock.now() }],
          }),
        ),
      ),
    );
  await race(1_200);
  expect(await page()).toMatchObject({ baseUsd: 10.3, doubt: null });
  await race(900);
  expect(await page()).toMatchObject({ baseUsd: 9, doubt: null });
});

test('what is paid rises slowly, on whichever node; the settings say how slowly', async () => {
  const other = shop.world.node(shop.world.clock);
  sources.agree(1_000);
  await readAll();
  sources.agree(1_200);
  for (const node of [shop.world, other]) {
    await shop.world.clock.advance(LIST_EVERY_MS / 2);
    await node.sweepAll();
    await shop.world.clock.advance(LIST_EVERY_MS / 2);
    await node.sweepAll();
  }
  expect(await page()).toMatchObject({ baseUsd: 10.3, doubt: null });
  await writeSetting(shop.world.db, MARKET_SETTINGS, 'price.riseHourBps', 700, shop.world.clock.now());
  await writeSetting(shop.world.db, MARKET_SETTINGS, 'price.haircutUsualBps', 1_000, shop.world.clock.now());
  await shop.world.clock.advance(WHOLE_EVERY_MS);
  await shop.world.sweepAll();
  expect(await page()).toMatchObject({ baseUsd: 10.42, payUsd: 9.37 });
});

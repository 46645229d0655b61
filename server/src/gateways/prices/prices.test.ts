/** The price sources over real HTTP on this machine: their formats, and everything that can be wrong with an answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/fakes.ts';
import type { PriceSource } from '../../platform/process/price-port.ts';
import { makePriceSources } from './prices.ts';
import { marketCsgo } from './market-csgo.ts';
import { priceOverview } from './price-overview.ts';
import { skinportSales } from './skinport-sales.ts';
import { skinport } from './skinport.ts';
import { waxpeer } from './waxpeer.ts';

let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

const says = (body: unknown, status = 200) => {
  answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};

describe('skinport', () => {
  const AK = 'AK-47 | Redline (Field-Tested)';
  const entry = (over: object = {}) => ({
    market_hash_name: AK,
    currency: 'USD',
    suggested_price: 40,
    item_page: '',
    market_page: '',
    min_price: 29,
    max_price: 99,
    mean_price: 33,
    median_price: 31.2,
    quantity: 12,
    created_at: 1,
    updated_at: 1_767_225_600,
    ...over,
  });
  const read = () => {
    const source = skinport(base, 500);
    return source.kind === 'list' ? source.read(730) : Promise.reject(new Error('not a list'));
  };

  test('is asked for a game in dollars with br, and its median is read in cents', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' });
      response.end(
        brotliCompressSync(JSON.stringify([entry(), entry({ market_hash_name: '★ Karambit', median_price: 19.99 })])),
      );
    };
    expect(await read()).toEqual({
      kind: 'ok',
      value: [
        { marketHashName: AK, cents: 3_120, quantity: 12, quotedAt: 1_767_225_600_000 },
        { marketHashName: '★ Karambit', cents: 1_999, quantity: 12, quotedAt: 1_767_225_600_000 },
      ],
    });
    expect(asked[0]?.url).toBe('/v1/items?app_id=730&currency=USD&tradable=0');
    expect(asked[0]?.headers['accept-encoding']).toBe('br');
  });

  test.each([
    ['no price', { median_price: null }],
    ['a price of zero', { median_price: 0 }],
    ['less than half a cent', { median_price: 0.004 }],
    ['a price as text', { median_price: '31.20' }],
    ['an implausibly high price', { median_price: 1e12 }],
    ['another currency', { currency: 'EUR' }],
    ['no quantity', { quantity: undefined }],
    ['an empty name', { market_hash_name: '' }],
  ])('%s: drops that entry, keeps the others', async (_, over) => {
    says([entry(over), entry({ market_hash_name: 'Clutch Case' })]);
    expect(await read()).toMatchObject({ kind: 'ok', value: [{ marketHashName: 'Clutch Case' }] });
  });

  test('a name that appears twice has no price, because it is ambiguous', async () => {
    says([entry(), entry({ median_price: 1 }), entry({ market_hash_name: 'Clutch Case' })]);
    expect(await read()).toMatchObject({ kind: 'ok', value: [{ marketHashName: 'Clutch Case' }] });
    says([entry(), entry({ median_price: null })]);
    expect(await read()).toEqual({ kind: 'ok', value: [] });
  });

  test.each([
    ['too many requests', { errors: [] }, 429],
    ['a server error', 'oops', 500],
    ['an error page', '<html>', 200],
    ['no list', { items: [] }, 200],
    ['half a list', '[{"market_hash_name":', 200],
  ])('%s: unavailable', async (_, body, status) => {
    says(body, status);
    expect(await read()).toMatchObject({ kind: 'unavailable' });
  });

  test('a redirect, a hang and a dropped connection: unavailable', async () => {
    answer = (_, response) => void response.writeHead(302, { location: `${base}/elsewhere` }).end();
    expect(await read()).toMatchObject({ kind: 'unavailable' });
    answer = () => undefined;
    expect(await read()).toEqual({ kind: 'unavailable', why: 'no answer in 500 ms' });
    answer = (request) => void request.socket.destroy();
    expect(await read()).toMatchObject({ kind: 'unavailable' });
  });
});

describe('market.csgo.com', () => {
  const AK = 'AK-47 | Redline (Field-Tested)';
  const CASE = { market_hash_name: 'Clutch Case', volume: '90', price: '0.5' };
  const entry = (over: object = {}) => ({ market_hash_name: AK, volume: '12', price: '31.209', ...over });
  const list = (items: unknown, over: object = {}) => ({
    success: true,
    time: 1_767_225_600,
    currency: 'USD',
    items,
    ...over,
  });
  const read = (appId = 730) => {
    const source = marketCsgo(base, 500);
    return source.kind === 'list' ? source.read(appId) : Promise.reject(new Error('not a list'));
  };

  test('is asked for its one game in dollars; fractions of a cent are dropped', async () => {
    says(list([entry(), CASE, { ...CASE, market_hash_name: 'Karambit', price: '1044' }]));
    expect(await read()).toEqual({
      kind: 'ok',
      value: [
        { marketHashName: AK, cents: 3_120, quantity: 12, quotedAt: 1_767_225_600_000 },
        { marketHashName: 'Clutch Case', cents: 50, quantity: 90, quotedAt: 1_767_225_600_000 },
        { marketHashName: 'Karambit', cents: 104_400, quantity: 90, quotedAt: 1_767_225_600_000 },
      ],
    });
    expect(await read(570)).toEqual({ kind: 'ok', value: [] });
    expect(asked.map(({ url }) => url)).toEqual(['/api/v2/prices/USD.json']);
  });

  test.each([
    ['less than a cent', { price: '0.009' }],
    ['a negative price', { price: '-1' }],
    ['a price in another notation', { price: '1e3' }],
    ['a price as a number', { price: 31.2 }],
    ['an implausibly high price', { price: '10000001' }],
    ['no count', { volume: 'many' }],
    ['an empty name', { market_hash_name: '' }],
  ])('%s: drops that entry, keeps the others', async (_, over) => {
    says(list([entry(over), CASE]));
    expect(await read()).toMatchObject({ kind: 'ok', value: [{ marketHashName: 'Clutch Case' }] });
  });

  test('a name that appears twice has no price', async () => {
    says(list([entry(), entry({ price: '1' }), CASE]));
    expect(await read()).toMatchObject({ kind: 'ok', value: [{ marketHashName: 'Clutch Case' }] });
  });

  test.each([
    ['another currency', list([entry()], { currency: 'RUB' }), 200],
    ['no success', list([entry()], { success: false }), 200],
    ['no time', list([entry()], { time: null }), 200],
    ['no list', list({}), 200],
    ['an error page', '<html>', 200],
    ['a server error', list([entry()]), 503],
  ])('%s: unavailable', async (_, body, status) => {
    says(body, status);
    expect(await read()).toMatchObject({ kind: 'unavailable' });
  });
});

describe('prices of phases', () => {
  const clock = new FakeClock();
  const KARAMBIT = '★ Karambit | Doppler (Factory New)';
  const readAll = (source: PriceSource, appId = 730) =>
    source.kind === 'list' ? source.read(appId) : Promise.reject(new Error('not a list'));
  const sales = (appId?: number) => readAll(skinportSales(base, clock, 500), appId);
  const offers = (appId?: number) => readAll(waxpeer(base, clock, 500), appId);
  const period = (median: number | null, volume: number) => ({ min: 1, max: 9_999, avg: 1_000, median, volume });
  const sale = (over: object = {}) => ({
    market_hash_name: KARAMBIT,
    version: 'Phase 2',
    currency: 'USD',
    last_24_hours: period(null, 0),
    last_7_days: period(1_310.559, 6),
    last_30_days: period(1_400, 20),
    ...over,
  });
  const offer = (over: object = {}) => ({ name: KARAMBIT, phase: 'Ruby', price: 4_650_999, item_id: '1', ...over });
  const quote = (phase: string, cents: number, quantity: number) => ({
    ...{ marketHashName: `${KARAMBIT} - ${phase}`, cents, quantity, quotedAt: clock.now() },
  });

  test('sales by version: the median of the week, or of the month when few were sold', async () => {
    says([
      sale(),
      sale({ version: 'Ruby', last_7_days: period(4_000, 4), last_30_days: period(4_650, 7) }),
      sale({ version: null }),
      sale({ market_hash_name: 'AK-47 | Redline (Field-Tested)', version: null }),
    ]);
    expect(await sales()).toEqual({ kind: 'ok', value: [quote('Phase 2', 131_055, 6), quote('Ruby', 465_000, 7)] });
    expect(asked[0]?.url).toBe('/v1/sales/history?app_id=730&currency=USD');
    expect(asked[0]?.headers['accept-encoding']).toBe('br');
  });

  test('offers one by one: the lowest of each phase, and how many there are', async () => {
    says({
      success: true,
      items: [offer(), offer({ price: 4_700_000 }), offer({ phase: 'Phase 1', price: 1_090_000 })],
    });
    expect(await offers()).toEqual({ kind: 'ok', value: [quote('Ruby', 465_099, 2), quote('Phase 1', 109_000, 1)] });
    expect(asked.map(({ url }) => url)).toEqual(['/v1/prices/dopplers?phase=any&minified=1']);
  });

  test('other games have no phases, and are not asked for', async () => {
    expect(await sales(570)).toEqual({ kind: 'ok', value: [] });
    expect(await offers(252_490)).toEqual({ kind: 'ok', value: [] });
    expect(asked).toEqual([]);
  });

  test.each<[string, object]>([
    ['a phase that does not exist', { version: 'Phase 5', phase: 'Phase 5' }],
    ['a version of another finish', { market_hash_name: 'AK-47 | Redline', name: 'AK-47 | Redline' }],
    ['another currency or a price as text', { currency: 'EUR', price: '4650' }],
    ['no price', { last_7_days: period(null, 6), price: null }],
    ['a price below a cent', { last_7_days: period(0.001, 6), price: 9 }],
    ['an implausibly high price', { last_7_days: period(1e12, 6), price: 1e13 }],
    ['a negative count or price', { last_7_days: period(1, -1), price: -5 }],
  ])('%s: drops that entry, keeps the others', async (_, over) => {
    says([sale(over), sale({ version: 'Sapphire' })]);
    expect(await sales()).toEqual({ kind: 'ok', value: [quote('Sapphire', 131_055, 6)] });
    says({ success: true, items: [offer(over), null, offer({ phase: 'Sapphire' })] });
    expect(await offers()).toEqual({ kind: 'ok', value: [quote('Sapphire', 465_099, 1)] });
  });

  test.each<[string, unknown, number]>([
    ['too many requests', { errors: [] }, 429],
    ['an error page', '<html>', 200],
    ['no list', { items: {} }, 200],
    ['no success', { success: false, items: [] }, 200],
    ['half a list', '[{', 200],
  ])('%s: unavailable', async (_, body, status) => {
    says(body, status);
    expect(await sales()).toMatchObject({ kind: 'unavailable' });
    expect(await offers()).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the price overview', () => {
  const clock = new FakeClock();
  const source = () => {
    const made = priceOverview(base, clock, 500);
    if (made.kind !== 'spot') throw new Error('not a spot source');
    return made;
  };
  const NAME = '★ StatTrak™ Karambit | Doppler (Factory New)';

  test('is asked for one item in dollars; its text becomes cents', async () => {
    says({ success: true, lowest_price: '$1,244.00', volume: '1,108', median_price: '$1,234.56' });
    expect(await source().read(730, NAME)).toEqual({
      kind: 'ok',
      value: { marketHashName: NAME, cents: 123_456, quantity: 1_108, quotedAt: clock.now() },
    });
    const url = new URL(asked[0]?.url ?? '', base);
    expect(url.pathname).toBe('/market/priceoverview/');
    expect(Object.fromEntries(url.searchParams)).toEqual({ appid: '730', currency: '1', market_hash_name: NAME });
  });

  test('without a median the lowest price is used; without a volume, none were sold', async () => {
    says({ success: true, lowest_price: '$0.05' });
    expect(await source().read(730, NAME)).toMatchObject({ kind: 'ok', value: { cents: 5, quantity: 0 } });
  });

  test.each([
    ['no such item', { success: false }, 500],
    ['no such item', { success: false }, 200],
    ['nothing on sale', { success: true }, 200],
    ['euros', { success: true, median_price: '0,03€', volume: '9' }, 200],
    ['another dollar', { success: true, median_price: 'CDN$ 1.00', volume: '9' }, 200],
    ['a price of zero', { success: true, median_price: '$0.00', volume: '9' }, 200],
    ['commas in odd places', { success: true, median_price: '$1,2.00', volume: '9' }, 200],
    ['an odd volume', { success: true, median_price: '$1.00', volume: 'many' }, 200],
  ])('%s: refused', async (_, body, status) => {
    says(body, status);
    expect(await source().read(730, NAME)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['null', 'null', 200],
    ['an error page', '<html>', 502],
    ['nothing', '', 200],
  ])('%s: unavailable', async (_, body, status) => {
    says(body, status);
    expect(await source().read(730, NAME)).toMatchObject({ kind: 'unavailable' });
  });

  test('after a 429, no calls for a minute', async () => {
    says('null', 429);
    const one = source();
    expect(await one.read(730, NAME)).toEqual({ kind: 'unavailable', why: 'status 429' });
    says({ success: true, median_price: '$1.00', volume: '9' });
    expect(await one.read(730, NAME)).toEqual({ kind: 'unavailable', why: 'rate limited by the source' });
    expect(asked).toHaveLength(1);
    await clock.advance(60_000);
    expect(await one.read(730, NAME)).toMatchObject({ kind: 'ok' });
  });
});

test('no address, no source; otherwise one source per address', () => {
  const clock = new FakeClock();
  expect(makePriceSources(null, clock)).toEqual([]);
  const made = (other: string | null) =>
    makePriceSources({ listBase: base, marketCsgoBase: other, waxpeerBase: other, spotBase: base }, clock).map(
      ({ kind, name }) => [kind, name],
    );
  expect(made(null)).toEqual([
    ['list', 'skinport'],
    ['spot', 'steam'],
  ]);
  expect(made(base)).toEqual([
    ['list', 'skinport'],
    ['list', 'marketcsgo'],
    ['list', 'skinportsales'],
    ['list', 'waxpeer'],
    ['spot', 'steam'],
  ]);
});

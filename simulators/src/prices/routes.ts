/**
 * Price sources in their own shapes: the market's `priceoverview` (one item, amounts as text), a list of all items of a game like Skinport's
 * (amounts as numbers in the currency's main unit), and one like market.csgo.com's (amounts as text with three decimals). Two know the phases of
 * Doppler finishes: sales like Skinport's (with `version`), and offers like Waxpeer's (thousandths of a dollar). All follow prices/walk.ts.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BaseClock } from '../kit/clock.ts';
import type { FaultBoard } from '../kit/faults.ts';
import { hang, queryText, singleValues } from '../kit/service.ts';
import type { Catalogue, CatalogueItem } from '../steam/catalogue.ts';
import { priceAt, weeklySales } from './walk.ts';

interface PriceDeps {
  readonly catalogue: Catalogue;
  readonly clock: BaseClock;
  readonly faults: FaultBoard;
}

const CS2 = 730;
const USD = '1';
/** The list is refreshed this often. */
const LIST_MS = 300_000;

export function priceRoutes(app: FastifyInstance, deps: PriceDeps): void {
  app.get('/v1/items', async (request, reply) => {
    const failed = listFault(deps.faults, reply);
    if (failed !== null) return failed;
    // The real one refuses clients that cannot read brotli.
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return wrong(reply, 406, 'not_acceptable');
    const query = singleValues(queryText(request));
    const appId = Number(query?.get('app_id') ?? CS2);
    const currency = query?.get('currency') ?? 'EUR';
    if (query === null || currency !== 'USD') return wrong(reply, 400, 'validation_error');
    const body = JSON.stringify(listOf(deps, appId));
    return reply
      .type('application/json; charset=utf-8')
      .header('content-encoding', 'br')
      .send(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  });
  app.get('/v1/sales/history', async (request, reply) => {
    const failed = listFault(deps.faults, reply);
    if (failed !== null) return failed;
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return wrong(reply, 406, 'not_acceptable');
    const query = singleValues(queryText(request));
    if (query?.get('currency') !== 'USD') return wrong(reply, 400, 'validation_error');
    return json(reply, 200, salesOf(deps, Number(query.get('app_id') ?? CS2)));
  });
  app.get('/v1/prices/dopplers', async (request, reply) => {
    const failed = listFault(deps.faults, reply);
    if (failed !== null) return failed;
    if (singleValues(queryText(request))?.get('phase') !== 'any') return json(reply, 200, { success: false });
    return json(reply, 200, { success: true, items: dopplersOf(deps) });
  });
  app.get('/api/v2/prices/USD.json', async (_, reply) => {
    const failed = listFault(deps.faults, reply);
    if (failed !== null) return failed;
    return json(reply, 200, cashListOf(deps));
  });
  app.get('/market/priceoverview', async (request, reply) => {
    const failed = overviewFault(deps.faults, reply);
    if (failed !== null) return failed;
    const query = singleValues(queryText(request));
    const item = deps.catalogue.find(Number(query?.get('appid')), query?.get('market_hash_name') ?? '');
    if (query === null || query.get('currency') !== USD) return json(reply, 400, { success: false });
    if (item === null) return json(reply, 500, { success: false });
    return json(reply, 200, overviewOf(deps, item));
  });
}

function overviewOf({ clock, faults }: PriceDeps, item: CatalogueItem) {
  if (faults.take('overview', 'no-price') !== null) return { success: true };
  const factor = faults.take('overview', 'spike')?.factor ?? 1;
  const cents = priceAt(item, 'steam', clock.now()) * factor;
  const dollars = (amount: number) => `$${thousands(Math.max(1, Math.round(amount)))}`;
  return {
    success: true,
    lowest_price: dollars(cents),
    volume: Math.ceil(weeklySales(item) / 7).toLocaleString('en-US'),
    median_price: dollars(cents * 0.98),
  };
}

function listOf({ catalogue, clock, faults }: PriceDeps, appId: number): object[] {
  const now = clock.now() - (clock.now() % LIST_MS);
  const [spike, none] = [faults.take('prices', 'spike'), faults.take('prices', 'no-price')];
  const [missing, twice] = [faults.take('prices', 'missing'), faults.take('prices', 'duplicate')];
  const staleHours = faults.take('prices', 'stale')?.hours ?? 0;
  const currency = faults.take('prices', 'wrong-currency') === null ? 'USD' : 'EUR';
  const items = catalogue.items.filter((item) => item.appId === appId);
  return items.flatMap((item, place) => {
    const hit = (fault: { readonly every: number } | null) => fault !== null && place % fault.every === 0;
    if (hit(missing)) return [];
    const cents = priceAt(item, 'skinport', now) * (spike !== null && hit(spike) ? spike.factor : 1);
    const row = listRow(item, hit(none) ? null : cents, now, staleHours, currency);
    return hit(twice) ? [row, row] : [row];
  });
}

function listRow(item: CatalogueItem, cents: number | null, nowMs: number, staleHours: number, currency: string) {
  const main = (part: number) => (cents === null ? null : Math.max(1, Math.round(cents * part)) / 100);
  const updated = Math.floor(nowMs / 1_000) - staleHours * 3_600;
  const page = `https://skinport.com/item/${item.slug}`;
  return {
    market_hash_name: item.marketHashName,
    currency,
    suggested_price: main(1.04),
    item_page: page,
    market_page: page,
    min_price: main(1),
    max_price: main(1.6),
    mean_price: main(1.12),
    median_price: main(1.05),
    quantity: cents === null ? 0 : Math.ceil(weeklySales(item) / 3),
    created_at: 1_535_988_253,
    updated_at: updated,
  };
}

/** Lowest offers of one game, not far from the other list's medians. */
function cashListOf({ catalogue, clock }: PriceDeps) {
  const now = clock.now() - (clock.now() % LIST_MS);
  const items = catalogue.items.filter((item) => item.appId === CS2);
  return {
    success: true,
    time: Math.floor(now / 1_000),
    currency: 'USD',
    items: items.map((item) => ({
      market_hash_name: item.marketHashName,
      volume: String(Math.ceil(weeklySales(item) / 4)),
      price: ((Math.max(1, priceAt(item, 'marketcsgo', now)) * 1.06) / 100).toFixed(3),
    })),
  };
}

/** Sales of the last days: of items with their phase as `version`, and of all others with null. */
function salesOf({ catalogue, clock }: PriceDeps, appId: number): object[] {
  const now = clock.now() - (clock.now() % LIST_MS);
  const row = (name: string, version: string | null, item: CatalogueItem) => {
    const period = (days: number) => {
      const main = (part: number) => Math.max(1, Math.round(priceAt(item, 'skinport', now) * part)) / 100;
      return {
        ...{ min: main(0.92), max: main(1.2), avg: main(1.02), median: main(1) },
        volume: Math.ceil((weeklySales(item) * days) / 7 / 6),
      };
    };
    return {
      market_hash_name: name,
      version,
      currency: 'USD',
      item_page: `https://skinport.com/item/${item.slug}`,
      market_page: `https://skinport.com/market?item=${item.slug}`,
      ...{ last_24_hours: period(1), last_7_days: period(7), last_30_days: period(30), last_90_days: period(90) },
    };
  };
  const plain = catalogue.items.filter((item) => item.appId === appId);
  const phased = catalogue.phased.filter((item) => item.appId === appId);
  return [
    ...plain.map((item) => row(item.marketHashName, null, item)),
    ...phased.map((item) => row(item.plainName, item.phase, item)),
  ];
}

/** The cheapest offers of each phase, one entry each, the second a little above the first. */
function dopplersOf({ catalogue, clock }: PriceDeps): object[] {
  const now = clock.now() - (clock.now() % LIST_MS);
  return catalogue.phased.flatMap((item, place) => {
    const mills = priceAt(item, 'waxpeer', now) * 10 * 0.98;
    return Array.from({ length: Math.ceil(weeklySales(item) / 6) }, (_, n) => ({
      name: item.plainName,
      price: Math.max(1, Math.round(mills * (1 + n / 100))),
      phase: item.phase,
      item_id: String(27_000_000_000 + place * 1_000 + n),
    }));
  });
}

function listFault(faults: FaultBoard, reply: FastifyReply): FastifyReply | null {
  if (faults.take('prices', 'hang') !== null) return hang(reply);
  if (faults.take('prices', '429') !== null) return wrong(reply, 429, 'rate_limit_exceeded');
  if (faults.take('prices', '503') !== null) return wrong(reply, 503, 'unavailable');
  if (faults.take('prices', 'html') === null) return null;
  return reply.type('text/html').send('<html><body><h1>Just a moment...</h1></body></html>');
}

function overviewFault(faults: FaultBoard, reply: FastifyReply): FastifyReply | null {
  if (faults.take('overview', 'hang') !== null) return hang(reply);
  if (faults.take('overview', '429') !== null) return json(reply, 429, null);
  return faults.take('overview', '500') === null ? null : json(reply, 500, { success: false });
}

function wrong(reply: FastifyReply, status: number, id: string): FastifyReply {
  return json(reply, status, { errors: [{ id }] });
}

function json(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Cents as dollars with two digits and commas. */
function thousands(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

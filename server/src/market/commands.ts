/** What the system does with types, stock and prices. Orders of players: buy.ts. */
import type {
  restockMarket,
  seedMarket,
  importItemTypes,
  storeQuotes,
  NewPrice,
} from '@fairpot/contract/market/schemas';
import { MARKET_PRICES_PER_FACT, MARKET_BULK_CHANGE_MIN } from '@fairpot/contract/market/calls';
import { cents, usd } from '@fairpot/contract/wire/money';
import { columnOf, type Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';
import { invariant } from '../platform/runner/refused.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { mintStock } from '../vault/items.ts';
import { everyType, setPrices } from '../vault/types.ts';
import {
  readAllPrices,
  forPriceList,
  lockPrices,
  putBelieved,
  putDays,
  putQuotes,
  scaleSimulatedDays,
  importTypes,
  steamShares,
} from './price-store.ts';
import { isNewHour, judge, STEAM_DEFAULT_BPS, type BelievedPrice } from './pricing.ts';
import { askOf, dayOf } from './rules.ts';
import { MARKET_SETTINGS, priceTermsOf } from './settings.ts';
import { claimStocking, list, restockSome } from './store.ts';

/** Imports names and prices of all item types. Prices believed from sources are written to the price list again. */
export function importAllTypes(deps: Deps): CommandHandler<typeof importItemTypes> {
  return async ({ tx, now }) => {
    const types = await everyType(tx);
    // Catalogue prices are good enough for play money only.
    const isDemo = deps.config.mode === 'demo';
    const catalogue = await importTypes(tx, types, now, isDemo ? null : 'MISSING');
    if (isDemo) {
      await putDays(
        tx,
        catalogue.map(({ slug, cents: price }) => ({ slug, day: dayOf(now), cents: price, simulated: true })),
      );
    }
    // Steam's price ratio does not affect how many items are accepted.
    const terms = priceTermsOf(await readSettings(tx, MARKET_SETTINGS), STEAM_DEFAULT_BPS);
    await setPrices(tx, await readAllPrices(tx, terms));
    return { types: types.length };
  };
}

export function seedStock(deps: Deps): CommandHandler<typeof seedMarket> {
  return async ({ tx, now, emit }, { origin, items, history }) => {
    invariant(deps.config.mode === 'demo', 'only demos create stock without assets');
    if (!(await claimStocking(tx, origin, now))) return { items: 0 };
    const made = items.flatMap(({ slug, count }) =>
      Array.from({ length: count }, () => ({ id: deps.ids.next('item'), itemType: slug, origin })),
    );
    await mintStock(tx, made, now);
    await list(tx, made, now);
    const today = dayOf(now);
    await putDays(
      tx,
      history.flatMap(({ slug, cents: days }) =>
        days.map((price, n) => ({ slug, day: today - days.length + n, cents: price, simulated: true })),
      ),
    );
    emit({ topic: 'market', subject: origin, version: 1, type: 'market.changed', body: {} });
    return { items: made.length };
  };
}

/** Items per run. Clients reload the list after each run, however many items it added. */
const RESTOCKED = 200;

/** Lists items that the house acquired. In live mode only those that a real asset of ours backs. */
export function restock(deps: Deps): CommandHandler<typeof restockMarket> {
  return async ({ tx, now, emit }) => {
    const items = await restockSome(tx, RESTOCKED, deps.config.mode === 'live', now);
    if (items > 0) emit({ topic: 'market', subject: 'restock', version: 1, type: 'market.changed', body: {} });
    return { items };
  };
}

/** Stores a source's quotes, decides which prices are believed, and updates the price list. Skips unknown types. */
export const storeAllQuotes: CommandHandler<typeof storeQuotes> = async ({ tx, now, emit }, { source, quotes }) => {
  // Lock first: two sources that report at once are judged in sequence, and the second sees the first one's quotes.
  const held = await lockPrices(tx, columnOf(quotes, 'slug'));
  const known = new Set(held.map(({ slug }) => slug));
  await putQuotes(
    tx,
    source,
    quotes
      .filter(({ slug }) => known.has(slug))
      .map((quote) => ({ ...quote, cents: cents(quote.cents), quotedAt: Math.min(quote.quotedAt, now) })),
  );
  const [settings, steamOf] = await Promise.all([readSettings(tx, MARKET_SETTINGS), steamShares(tx)]);
  const judged = (await lockPrices(tx, [...known])).map(({ slug, appId, onSale, before, quotes: said }) => {
    const terms = priceTermsOf(settings, steamOf(appId));
    return { slug, onSale, before, terms, now: judge(before, said, now, terms) };
  });
  await putBelieved(tx, judged, now);
  const believed = judged.filter((each) => each.now.doubt === null);
  await setPrices(
    tx,
    judged.map(({ slug, onSale, before, terms, now: price }) =>
      forPriceList({ ...price, slug, onSale }, terms, isNewHour(before, now)),
    ),
  );
  await levelHistory(tx, judged);
  const changed = judged.filter(
    ({ before, now: after }) => after.referenceCents !== before.referenceCents || after.doubt !== before.doubt,
  );
  for (const fact of await makePriceFacts(tx, changed)) emit({ topic: 'market', subject: source, version: 1, ...fact });
  return { believed: believed.length, doubted: judged.length - believed.length };
};

/** What was believed about a type before and after the new quotes. */
interface PriceChange {
  readonly slug: string;
  readonly before: BelievedPrice;
  readonly now: BelievedPrice;
}

/** Scales a demo's made-up history to the first price from the sources, so that the chart shows no jump that never happened. */
async function levelHistory(tx: Tx, judged: readonly PriceChange[]): Promise<void> {
  const first = judged.filter(({ before, now }) => before.origin === 'catalogue' && now.origin === 'sources');
  await scaleSimulatedDays(
    tx,
    first.map(({ slug, before, now }) => ({ slug, from: before.referenceCents, to: now.referenceCents })),
  );
}

/** The new prices as facts. For very many, only that prices changed: clients then reload. */
async function makePriceFacts(tx: Tx, changed: readonly PriceChange[]): Promise<{ type: string; body: object }[]> {
  if (changed.length > MARKET_BULK_CHANGE_MIN) return [{ type: 'market.changed', body: {} }];
  const { 'market.spreadBps': spreadBps } = await readSettings(tx, MARKET_SETTINGS);
  const prices = changed.map(({ slug, now: { referenceCents, doubt, pricedAt } }): NewPrice => {
    return { id: slug, askUsd: usd(askOf(referenceCents, spreadBps)), doubt, pricedAt };
  });
  const parts = Array.from({ length: Math.ceil(prices.length / MARKET_PRICES_PER_FACT) }, (_, n) =>
    prices.slice(n * MARKET_PRICES_PER_FACT, (n + 1) * MARKET_PRICES_PER_FACT),
  );
  return parts.map((part) => ({ type: 'market.priced', body: { prices: part } }));
}

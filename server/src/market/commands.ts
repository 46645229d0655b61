/** Commands of the market: orders by players, and updates to types, stock and prices by the system. */
import type {
  buyFromMarket,
  restockMarket,
  seedMarket,
  importItemTypes,
  storeQuotes,
  NewPrice,
} from '@fairpot/contract/market/schemas';
import { MARKET_PRICES_PER_FACT, MARKET_BULK_CHANGE_MIN } from '@fairpot/contract/market/calls';
import { cents, plainUsd, usd, type Cents } from '@fairpot/contract/wire/money';
import { account, lockedCash, transferAll, type NewTransfer } from '../ledger/ledger.ts';
import type { Db, Tx } from '../platform/database/sql.ts';
import { isPaused } from '../platform/runner/pauses.ts';
import { blocksOf } from '../protection/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandHandler, CommandStepsForSeveral } from '../platform/runner/feature.ts';
import { invariant, Refused, refuse } from '../platform/runner/refused.ts';
import { centsOfInput } from '../platform/runner/usd-input.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { marketNamesOf, mintStock, sellStock } from '../vault/items.ts';
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
import { askOf, dayOf, judgeOrder, type OrderVerdict, type SaleLine } from './rules.ts';
import { MARKET_SETTINGS, priceTermsOf } from './settings.ts';
import { claimStocking, insertSales, list, lockOffers, restockSome, spreadBps } from './store.ts';

/** An order that passed every check. */
interface Sale {
  readonly orderId: string;
  readonly playerId: string;
  readonly lines: readonly SaleLine[];
  readonly totalCents: Cents;
  readonly at: number;
}

/**
 * Each order buys all its items or none. Orders that arrive together are checked in sequence: an item or money that one order used is not
 * available to the next.
 */
export function buy(deps: Deps): CommandStepsForSeveral<typeof buyFromMarket> {
  return {
    runAll: async (tx, calls) => {
      const buyers = [...new Set(calls.map(({ actor }) => actor.id))];
      const [paused, blocks, offers, cash, bps] = await Promise.all([
        isPaused(tx, 'market.paused'),
        blocksOf(tx, buyers),
        lockOffers(tx, [...new Set(calls.flatMap(({ input }) => input.itemIds))]),
        lockedCash(tx, buyers),
        spreadBps(tx),
      ]);
      const [left, purses] = [new Map(offers), new Map(cash)];
      const results: (Sale | Refused)[] = [];
      for (const { actor, input, now } of calls) {
        try {
          if (actor.isBot) refuse('FORBIDDEN');
          const seenCents = input.totalUsd === undefined ? null : centsOfInput('totalUsd', input.totalUsd);
          if (paused) refuse('GAME_PAUSED');
          const block = blocks.get(actor.id);
          if (block) throw block;
          const wanted = input.itemIds.map((itemId) => ({ itemId, price: left.get(itemId) ?? null }));
          const judged = judgeOrder(wanted, seenCents, { spreadBps: bps, now });
          if (judged.kind !== 'sell') throw await refusalOf(tx, judged);
          const purse = purses.get(actor.id) ?? cents(0);
          if (judged.totalCents > purse) refuse('NOT_ENOUGH_BALANCE');
          const { lines, totalCents } = judged;
          results.push({ orderId: deps.ids.next('transfer'), playerId: actor.id, lines, totalCents, at: now });
          purses.set(actor.id, cents(purse - totalCents));
          for (const { itemId } of lines) left.delete(itemId);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          results.push(error);
        }
      }
      await writeSales(
        tx,
        results.flatMap((each) => (each instanceof Refused ? [] : [each])),
      );
      return results.map((each, n) => {
        if (each instanceof Refused) return each;
        const { orderId, playerId, lines, totalCents } = each;
        const itemIds = lines.map((line) => line.itemId);
        const { emit, afterCommit } = calls[n] as (typeof calls)[number];
        emit({ topic: 'market', subject: orderId, version: 1, type: 'market.sold', body: { itemIds } });
        afterCommit(() => deps.signals.userUpdated(playerId));
        return { itemIds, orderId, totalUsd: usd(totalCents) };
      });
    },
  };
}

async function writeSales(tx: Tx, sales: readonly Sale[]): Promise<void> {
  if (sales.length === 0) return;
  const items = sales.flatMap(({ orderId, playerId, lines, at }) =>
    lines.map((line) => ({ orderId, playerId, at, itemId: line.itemId, id: line.itemId, cents: line.cents })),
  );
  await Promise.all([insertSales(tx, items), sellStock(tx, items), transferAll(tx, sales.map(paymentOf))]);
}

function paymentOf({ orderId, playerId, totalCents, at }: Sale): NewTransfer {
  return {
    id: orderId,
    key: `market:${orderId}`,
    code: 'MARKET_BUY',
    ref: orderId,
    at,
    postings: [
      { account: account.cash(playerId), cents: cents(0 - totalCents) },
      { account: account.house, cents: totalCents },
    ],
  };
}

/** Names the item or the total that the refusal is about. */
async function refusalOf(db: Db, judged: Exclude<OrderVerdict, { kind: 'sell' }>): Promise<Refused> {
  switch (judged.kind) {
    case 'gone':
      return new Refused('ITEM_SOLD', { name: await namesOf(db, judged.itemIds) });
    case 'doubted':
      return new Refused('ITEM_NOT_SOLD', { name: await namesOf(db, judged.itemIds) });
    case 'price changed':
      return new Refused('MARKET_PRICE_CHANGED', { price: plainUsd(judged.totalCents) });
  }
}

const NAMED_MOST = 3;

/** 'A', 'A, B and 2 more'. An id that was never an item has no name. */
async function namesOf(db: Db, all: readonly string[]): Promise<string> {
  const known = await marketNamesOf(db, all.slice(0, NAMED_MOST));
  const names = all.slice(0, NAMED_MOST).map((id) => known.get(id) ?? 'an item that is not on sale');
  const more = all.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

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
  const held = await lockPrices(
    tx,
    quotes.map((quote) => quote.slug),
  );
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

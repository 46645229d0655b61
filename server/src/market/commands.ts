/** What changes the market: an order, and what the system does to types, stock and prices. */
import type { buyFromMarket, stockMarket, takeMarketTypes, takeQuotes } from '@fairpot/contract/schemas/market';
import { cents, centsFromUsd, plainUsd, type Cents } from '@fairpot/contract/money';
import type { Db } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { AtomicHandler, CommandHandler } from '../platform/runner/feature.ts';
import { inBatches } from '../platform/runner/batches.ts';
import { InvariantBroken, invariant, refuse } from '../platform/runner/refused.ts';
import { marketNamesOf, mintStock } from '../vault/items.ts';
import { everyType, setPrices } from '../vault/types.ts';
import { everyPrice, forPriceList, holdPrices, putBelieved, putDays, putQuotes, takeTypes } from './price-store.ts';
import { dayOf, judge, STALE_MS } from './rules.ts';
import { claimStocking, list, sellAll, type NewSale, type Sold } from './store.ts';

/** Orders of one transaction at most. */
const BATCH = 32;

/**
 * All items of the order or none. Orders that arrive together are done in one transaction, as every one of them needs the account
 * of the house. Bots have nothing to buy.
 */
export function buy(deps: Deps): AtomicHandler<typeof buyFromMarket> {
  const sell = inBatches<NewSale, Sold>({
    most: BATCH,
    whose: (sale) => sale.playerId,
    run: (sales) => sellAll(deps.db, sales, STALE_MS),
  });
  return async ({ db, actor, receipt, now }, { itemIds, totalUsd }) => {
    if (actor.isBot) return refuse('FORBIDDEN');
    const sold = await sell({
      orderId: deps.ids.next('transfer'),
      playerId: actor.id,
      receipt,
      itemIds,
      seenCents: totalUsd === undefined ? null : shownCents(totalUsd),
      at: now,
    });
    if (sold.answer === null) return refusedOrder(db, sold);
    deps.signals.userUpdated(actor.id);
    return { response: sold.answer, replayed: sold.replayed };
  };
}

/** Says which item or which sum it was about, in words. */
async function refusedOrder(db: Db, { state, message, detail: said }: Sold): Promise<never> {
  const detail = said ?? '';
  switch (state) {
    case 'FPM01':
      return refuse('ITEM_SOLD', { name: await namesOf(db, detail) });
    case 'FPM02':
      return refuse('ITEM_NOT_SOLD', { name: await namesOf(db, detail) });
    case 'FPM03':
      return refuse('MARKET_PRICE_CHANGED', { price: plainUsd(cents(Number(detail))) });
    case 'FPL01':
      return refuse('NOT_ENOUGH_BALANCE');
    case 'FPREF':
      invariant(message === 'KEY_REUSED', `an order was refused for ${message}`);
      return refuse('KEY_REUSED');
    default:
      throw new InvariantBroken(`an order failed with ${state}: ${message}`);
  }
}

const NAMED_MOST = 3;

/** 'A', 'A, B and 2 more'. An id that never was an item has no name. */
async function namesOf(db: Db, ids: string): Promise<string> {
  const all = ids.split(',');
  const known = await marketNamesOf(db, all.slice(0, NAMED_MOST));
  const names = all.slice(0, NAMED_MOST).map((id) => known.get(id) ?? 'an item that is not on sale');
  const more = all.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function shownCents(totalUsd: number): Cents {
  try {
    return centsFromUsd(totalUsd);
  } catch (error) {
    if (error instanceof RangeError) return refuse('BAD_INPUT', { detail: 'totalUsd: at most two decimals' });
    throw error;
  }
}

/** Names and prices of the item types. What sources are believed about is put back into the price list. */
export function takeAllTypes(deps: Deps): CommandHandler<typeof takeMarketTypes> {
  return async ({ tx, now }) => {
    const types = await everyType(tx);
    // A catalogue's prices are good for play money alone.
    const isDemo = deps.config.mode === 'demo';
    const catalogue = await takeTypes(tx, types, now, isDemo ? null : 'MISSING');
    if (isDemo) {
      await putDays(
        tx,
        catalogue.map(({ slug, cents: price }) => ({ slug, day: dayOf(now), cents: price, simulated: true })),
      );
    }
    await setPrices(tx, await everyPrice(tx));
    return { types: types.length };
  };
}

export function stock(deps: Deps): CommandHandler<typeof stockMarket> {
  return async ({ tx, now, emit }, { origin, items, history }) => {
    invariant(deps.config.mode === 'demo', 'stock out of nothing is for demos');
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

/** Stores what a source said, decides which prices are believed, and brings the price list in line. Unknown types are left out. */
export const takeAllQuotes: CommandHandler<typeof takeQuotes> = async ({ tx, now, emit }, { source, quotes }) => {
  // Held first: two sources that speak at once judge one after the other, and the second sees what the first said.
  const held = await holdPrices(
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
  const judged = (await holdPrices(tx, [...known])).map(({ slug, before, quotes: said }) => ({
    slug,
    before,
    now: judge(before, said, now),
  }));
  await putBelieved(tx, judged, now);
  const believed = judged.filter((each) => each.now.doubt === null);
  await setPrices(
    tx,
    judged.map((each) => forPriceList({ ...each.now, slug: each.slug })),
  );
  const changed = judged.some(
    (each) => each.now.referenceCents !== each.before.referenceCents || each.now.doubt !== each.before.doubt,
  );
  if (changed) emit({ topic: 'market', subject: source, version: 1, type: 'market.changed', body: {} });
  return { believed: believed.length, doubted: judged.length - believed.length };
};

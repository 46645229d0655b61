/** The market's queries. */
import { parseMarketName } from '@fairpot/catalogue/names';
import {
  MARKET_CATEGORIES,
  MARKET_CHART_DAYS,
  MARKET_GAMES,
  MARKET_OFFERED,
  MARKET_PAGE,
  MARKET_SIMILAR,
} from '@fairpot/contract/market/calls';
import type {
  getMarketItem,
  getPriceTerms,
  listMarket,
  listMarketTypes,
  MarketGroup,
} from '@fairpot/contract/market/schemas';
import { LIQUIDITY } from '@fairpot/contract/market/sources';
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import { cents, centsFromUsd, usd } from '@fairpot/contract/wire/money';
import type { Deps } from '../platform/process/deps.ts';
import type { QueryHandler } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { detailsOf } from '../vault/details.ts';
import { countAvailable } from '../vault/items.ts';
import { itemTypes, presentSkin } from '../vault/types.ts';
import { presentListings } from './present.ts';
import { quotesOf, steamShares } from './price-store.ts';
import { doubtAt, STEAM_DEFAULT_BPS, type Tier } from './pricing.ts';
import { askOf, cursorOf, cursorText, dayOf, dayText, patternsOf, referenceUpTo } from './rules.ts';
import { MARKET_SETTINGS, priceTermsOf } from './settings.ts';
import {
  dailyPricesOf,
  groupsOnSale,
  readListings,
  offersOf,
  similarOnSale,
  priceOf,
  typeNames,
  type GroupRow,
  type ListingRow,
  type ListFilter,
} from './store.ts';
import { columnOf } from '../platform/database/sql.ts';

const TYPES_SHOWN = 300;

/** Where the shown prices come from. Whether there are sources at all depends on the server's configuration. */
function pricesOf(deps: Deps, shown: readonly Pick<ListingRow, 'origin'>[]): 'catalogue' | 'opening' | 'sources' {
  if (deps.gateways.prices.length === 0) return 'catalogue';
  return shown.some(({ origin }) => origin === 'catalogue') ? 'opening' : 'sources';
}

export function list(deps: Deps): QueryHandler<typeof listMarket> {
  return async ({ db, now }, input) => {
    const { 'market.spreadBps': spreadBps } = await readSettings(db, MARKET_SETTINGS);
    const rows = await readListings(db, filterOf(input, spreadBps));
    const page = rows.slice(0, MARKET_PAGE);
    const types = await itemTypes(db, columnOf(page, 'itemType'));
    const details = await detailsOf(db, columnOf(page, 'itemId'));
    const last = page.at(-1);
    return {
      items: presentListings(page, types, { spreadBps, now }, details),
      next: rows.length > MARKET_PAGE && last !== undefined ? cursorText(last) : null,
      spreadBps,
      prices: pricesOf(deps, page),
    };
  };
}

function filterOf(input: CallInput<typeof listMarket>, spreadBps: number): ListFilter {
  const after = input.after === undefined ? null : cursorOf(input.after);
  if (input.after !== undefined && after === null) return refuse('BAD_INPUT', { detail: 'after: invalid cursor' });
  return {
    patterns: patternsOf(input.search ?? ''),
    appId: input.appId ?? null,
    category: input.category ?? null,
    wears: input.wear?.split(',').map(Number) ?? [],
    name: input.type ?? null,
    minCents: input.minUsd === undefined ? null : referenceUpTo(centsFromUsd(input.minUsd) - 1, spreadBps) + 1,
    maxCents: input.maxUsd === undefined ? null : referenceUpTo(centsFromUsd(input.maxUsd), spreadBps),
    // Any other value is descending (spec 5).
    cheapestFirst: input.sort === 'lowToHigh',
    after,
  };
}

export const types: QueryHandler<typeof listMarketTypes> = async ({ db }, { appId = null }) => {
  const { 'market.spreadBps': spreadBps } = await readSettings(db, MARKET_SETTINGS);
  return {
    types: await typeNames(db, appId, TYPES_SHOWN),
    groups: groupsOf(await groupsOnSale(db, appId), spreadBps),
  };
};

/** Rows of names as categories: in the order of the games, then of the filter. */
function groupsOf(rows: readonly GroupRow[], spreadBps: number): MarketGroup[] {
  return MARKET_GAMES.flatMap(({ appId }) =>
    MARKET_CATEGORIES.flatMap((category) => {
      const own = rows.filter((row) => row.appId === appId && row.category === category);
      if (own.length === 0) return [];
      return [
        {
          appId,
          category,
          items: own.reduce((sum, row) => sum + row.items, 0),
          minUsd: usd(askOf(cents(Math.min(...own.map((row) => row.minCents))), spreadBps)),
          maxUsd: usd(askOf(cents(Math.max(...own.map((row) => row.maxCents))), spreadBps)),
          types: own.map(({ name, items }) => ({ name, items })),
        },
      ];
    }),
  );
}

export function item(deps: Deps): QueryHandler<typeof getMarketItem> {
  return async ({ db, actor, now }, { id }) => {
    const price = await priceOf(db, id);
    if (price === undefined) return refuse('NO_ITEM_TYPE');
    const [settings, steamOf, quotes, days, offers, similar, owned] = await Promise.all([
      readSettings(db, MARKET_SETTINGS),
      steamShares(db),
      quotesOf(db, id),
      dailyPricesOf(db, id, dayOf(now) - MARKET_CHART_DAYS + 1),
      offersOf(db, id, MARKET_OFFERED + 1),
      similarOnSale(db, id, MARKET_SIMILAR),
      actor === null ? 0 : countAvailable(db, actor.id, id),
    ]);
    const known = await itemTypes(db, [id, ...similar.map(({ itemType }) => itemType)]);
    const type = known.get(id);
    if (type === undefined) return refuse('NO_ITEM_TYPE');
    const spreadBps = settings['market.spreadBps'];
    const steamBps = steamOf(type.appId);
    const ask = askOf(price.referenceCents, spreadBps);
    const shown = offers.slice(0, MARKET_OFFERED).map((itemId) => ({ ...price, itemId }));
    return {
      name: type.marketHashName,
      item: presentSkin(type, ask),
      appId: type.appId,
      category: price.category,
      itemTypeLvl: parseMarketName(type.marketHashName, type.appId).itemTypeLvl,
      askUsd: usd(ask),
      spreadBps,
      payUsd: usd(price.payCents),
      haircutBps: price.origin === 'catalogue' ? 0 : priceTermsOf(settings, steamBps).haircutBps[price.tier],
      liquidity: LIQUIDITY[price.tier],
      baseUsd: usd(price.baseCents),
      steamBps,
      doubt: doubtAt(price, now),
      prices: pricesOf(deps, [price]),
      pricedAt: price.pricedAt,
      quotes: quotes.map(({ source, cents, quantity, quotedAt }) => ({
        source,
        priceUsd: usd(cents),
        quantity,
        quotedAt,
      })),
      history: days.map(({ day, cents, simulated }) => ({ day: dayText(day), priceUsd: usd(cents), simulated })),
      items: presentListings(shown, known, { spreadBps, now }, await detailsOf(db, offers)),
      more: offers.length > MARKET_OFFERED,
      owned,
      similar: presentListings(similar, known, { spreadBps, now }),
    };
  };
}

export function terms(deps: Deps): QueryHandler<typeof getPriceTerms> {
  return async ({ db }) => {
    const [settings, steamOf] = await Promise.all([readSettings(db, MARKET_SETTINGS), steamShares(db)]);
    const { haircutBps, riseBps, stock, thinMostCents } = priceTermsOf(settings, STEAM_DEFAULT_BPS);
    return {
      spreadBps: settings['market.spreadBps'],
      tiers: LIQUIDITY.map((liquidity, tier) => ({
        liquidity,
        haircutBps: haircutBps[tier as Tier],
        stock: stock[tier as Tier],
      })),
      riseBps,
      thinMostUsd: usd(cents(thinMostCents)),
      steam: MARKET_GAMES.map(({ appId }) => ({ appId, bps: steamOf(appId) })),
      sources: deps.gateways.prices.map(({ name }) => name),
    };
  };
}

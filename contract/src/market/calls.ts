/**
 * The market on the wire: the site's own stock, sold for balance. What a listing is, what can be asked, and how a fact
 * changes a list. Prices in and out come from one list: the site pays the reference price and asks it with the spread.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Listings of one page. */
export const MARKET_PAGE = 60;
/** Most items in one order. */
export const MARKET_CART_MOST = 50;
/** Longest search, and most words of one. */
export const MARKET_SEARCH_MOST = 80;
/** Days of the chart. */
export const MARKET_CHART_DAYS = 30;
/** Items that an item page offers at once. */
export const MARKET_OFFERED = 20;

/** Games that the market knows, by Steam app id, as a person reads them. */
export const MARKET_GAMES = [
  { appId: 730, label: 'CS2' },
  { appId: 252490, label: 'Rust' },
  { appId: 570, label: 'Dota 2' },
] as const;

/** The five wears, best first: `level` is the spec's itemTypeLvl. */
export const MARKET_WEARS = [
  { level: 5, label: 'Factory New' },
  { level: 4, label: 'Minimal Wear' },
  { level: 3, label: 'Field-Tested' },
  { level: 2, label: 'Well-Worn' },
  { level: 1, label: 'Battle-Scarred' },
] as const;

/** New prices of one fact at most; of more than MARKET_TOLD_MOST at once only is told that much has changed. */
export const MARKET_PRICED_MOST = 100;
export const MARKET_TOLD_MOST = 500;

export const listMarket = queryAt('market.list', '/market/list');
export const listMarketTypes = queryAt('market.types', '/market/types');
export const getMarketItem = queryAt('market.item', '/market/item/:id');
export const getPriceTerms = queryAt('market.terms', '/market/terms');
export const buyFromMarket = commandAt('market.buy', '/market/buy/balance');

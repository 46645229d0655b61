/**
 * The market on the wire: the site's own stock, sold for balance. Listings, filters, and how a fact changes a list.
 * Buying and selling prices come from one list: the site pays the reference price and asks for it plus the spread.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Listings per page. */
export const MARKET_PAGE = 60;
/** Maximum number of items in one order. */
export const MARKET_CART_MAX = 50;
/** Maximum length of a search. */
export const MARKET_SEARCH_MAX = 80;
export const MARKET_CHART_DAYS = 30;
/** Items for sale on one item page. */
export const MARKET_OFFERED = 20;

/** Similar items on one item page. */
export const MARKET_SIMILAR = 6;

/** Games of the market by Steam app id, with their display names. */
export const MARKET_GAMES = [
  { appId: 730, label: 'CS2' },
  { appId: 252490, label: 'Rust' },
  { appId: 570, label: 'Dota 2' },
] as const;

/** What a buyer browses by, in the order of the filter. A game has some of them. */
export const MARKET_CATEGORIES = [
  ...(['knife', 'glove', 'rifle', 'pistol', 'smg', 'heavy', 'bow', 'agent', 'sticker', 'case'] as const),
  ...(['tool', 'clothing', 'door', 'furniture'] as const),
  ...(['weapon', 'head', 'shoulders', 'back', 'offhand', 'courier', 'summon', 'other'] as const),
] as const;
export type MarketCategory = (typeof MARKET_CATEGORIES)[number];

/** The five wears, best first: `level` is the spec's itemTypeLvl. */
export const MARKET_WEARS = [
  { level: 5, label: 'Factory New' },
  { level: 4, label: 'Minimal Wear' },
  { level: 3, label: 'Field-Tested' },
  { level: 2, label: 'Well-Worn' },
  { level: 1, label: 'Battle-Scarred' },
] as const;

/**
 * Maximum number of new prices in one fact. A change of more than MARKET_BULK_CHANGE_MIN prices at once is announced
 * without the prices.
 */
export const MARKET_PRICES_PER_FACT = 100;
export const MARKET_BULK_CHANGE_MIN = 500;

export const listMarket = queryAt('market.list', '/market/list');
export const listMarketTypes = queryAt('market.types', '/market/types');
export const getMarketItem = queryAt('market.item', '/market/item/:id');
export const getPriceTerms = queryAt('market.terms', '/market/terms');
export const buyFromMarket = commandAt('market.buy', '/market/buy/balance');

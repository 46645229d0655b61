/**
 * The market's filters and their URL parameters, so that a search can be shared and the back button works. Pure. Invalid parameters are
 * ignored.
 */
import {
  MARKET_CATEGORIES,
  MARKET_GAMES,
  MARKET_SEARCH_MAX,
  type listMarket,
  type MarketCategory,
} from '@fairpot/contract/market/calls';
import type { InputOf } from '@fairpot/contract/registry/call-types';
import { centsFromText, usd, type Cents } from '@fairpot/contract/wire/money';

export type MarketSort = 'highToLow' | 'lowToHigh';

export interface MarketFilters {
  readonly search: string;
  readonly appId: number | null;
  /** '' for any. */
  readonly category: MarketCategory | '';
  /** Wear levels, best first. */
  readonly wears: readonly number[];
  /** The name before the pipe; '' for any. */
  readonly type: string;
  /** As typed: '12.50'; '' for none. */
  readonly min: string;
  readonly max: string;
  readonly sort: MarketSort;
}

export const NO_FILTERS: MarketFilters = {
  search: '',
  appId: null,
  category: '',
  wears: [],
  type: '',
  min: '',
  max: '',
  sort: 'highToLow',
};

export function filtersFromParams(params: URLSearchParams): MarketFilters {
  const text = (name: string) => params.get(name) ?? '';
  const appId = MARKET_GAMES.find((game) => String(game.appId) === text('game'))?.appId ?? null;
  const wears = [...new Set(text('wear').split(',').map(Number))].filter(
    (n) => Number.isInteger(n) && n >= 1 && n <= 5,
  );
  return {
    search: text('search').slice(0, MARKET_SEARCH_MAX),
    appId,
    category: MARKET_CATEGORIES.find((each) => each === text('category')) ?? '',
    wears: wears.sort((a, b) => b - a),
    type: text('type').slice(0, 200),
    min: amountIn(text('min')),
    max: amountIn(text('max')),
    sort: text('sort') === 'lowToHigh' ? 'lowToHigh' : 'highToLow',
  };
}

const amountIn = (text: string): string => (centsFromText(text) === null ? '' : text.trim());

/** The URL parameters of these filters, without those that have their default. */
export function paramsFromFilters(filters: MarketFilters): URLSearchParams {
  const entries = [
    ['search', filters.search],
    ['game', filters.appId === null ? '' : String(filters.appId)],
    ['category', filters.category],
    ['wear', filters.wears.join(',')],
    ['type', filters.type],
    ['min', filters.min],
    ['max', filters.max],
    ['sort', filters.sort === 'lowToHigh' ? filters.sort : ''],
  ] as const;
  return new URLSearchParams(entries.filter(([, value]) => value !== '').map(([name, value]) => [name, value]));
}

/** The input of the server call. */
export function inputFromFilters(filters: MarketFilters): InputOf<typeof listMarket> {
  const [min, max] = [centsOf(filters.min), centsOf(filters.max)];
  return {
    sort: filters.sort,
    ...(filters.search.trim() !== '' && { search: filters.search.trim() }),
    ...(filters.appId !== null && { appId: filters.appId as 730 }),
    ...(filters.category !== '' && { category: filters.category }),
    ...(filters.wears.length > 0 && { wear: filters.wears.join(',') }),
    ...(filters.type !== '' && { type: filters.type }),
    ...(min !== null && { minUsd: usd(min) }),
    ...(max !== null && { maxUsd: usd(max) }),
  };
}

function centsOf(text: string): Cents | null {
  return text === '' ? null : centsFromText(text);
}

/** True if a filter narrows the list; the sort order does not. */
export function isNarrowed(filters: MarketFilters): boolean {
  return paramsFromFilters({ ...filters, sort: 'highToLow' }).size > 0;
}

/** The filters with this wear toggled. */
export function toggleWear(filters: MarketFilters, level: number): MarketFilters {
  const others = filters.wears.filter((each) => each !== level);
  const wears = others.length < filters.wears.length ? others : [...others, level].sort((a, b) => b - a);
  return { ...filters, wears };
}

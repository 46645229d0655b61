/**
 * What somebody looks for, as the address holds it: every filter is a parameter, so that a search can be sent and gone back to.
 * Pure. What an address says wrong is left out.
 */
import { MARKET_GAMES, MARKET_SEARCH_MOST, type listMarket } from '@fairpot/contract/market/calls';
import type { InputOf } from '@fairpot/contract/registry/listed';
import { centsFromText, usd, type Cents } from '@fairpot/contract/wire/money';

export type Sort = 'highToLow' | 'lowToHigh';

export interface Wish {
  readonly search: string;
  readonly appId: number | null;
  /** Wear levels, best first. */
  readonly wears: readonly number[];
  /** The name before the pipe; '' for any. */
  readonly type: string;
  /** As they are written: '12.50'; '' for none. */
  readonly min: string;
  readonly max: string;
  readonly sort: Sort;
}

export const NO_WISH: Wish = { search: '', appId: null, wears: [], type: '', min: '', max: '', sort: 'highToLow' };

export function wishOf(params: URLSearchParams): Wish {
  const text = (name: string) => params.get(name) ?? '';
  const appId = MARKET_GAMES.find((game) => String(game.appId) === text('game'))?.appId ?? null;
  const wears = [...new Set(text('wear').split(',').map(Number))].filter(
    (n) => Number.isInteger(n) && n >= 1 && n <= 5,
  );
  return {
    search: text('search').slice(0, MARKET_SEARCH_MOST),
    appId,
    wears: wears.sort((a, b) => b - a),
    type: text('type').slice(0, 200),
    min: amountIn(text('min')),
    max: amountIn(text('max')),
    sort: text('sort') === 'lowToHigh' ? 'lowToHigh' : 'highToLow',
  };
}

const amountIn = (text: string): string => (centsFromText(text) === null ? '' : text.trim());

/** The address of a wish; what is as it is by itself is not in it. */
export function paramsOf(wish: Wish): URLSearchParams {
  const entries = [
    ['search', wish.search],
    ['game', wish.appId === null ? '' : String(wish.appId)],
    ['wear', wish.wears.join(',')],
    ['type', wish.type],
    ['min', wish.min],
    ['max', wish.max],
    ['sort', wish.sort === 'lowToHigh' ? wish.sort : ''],
  ] as const;
  return new URLSearchParams(entries.filter(([, value]) => value !== '').map(([name, value]) => [name, value]));
}

/** What the server is asked for it. */
export function inputOf(wish: Wish): InputOf<typeof listMarket> {
  const [min, max] = [centsOf(wish.min), centsOf(wish.max)];
  return {
    sort: wish.sort,
    ...(wish.search.trim() !== '' && { search: wish.search.trim() }),
    ...(wish.appId !== null && { appId: wish.appId as 730 }),
    ...(wish.wears.length > 0 && { wear: wish.wears.join(',') }),
    ...(wish.type !== '' && { type: wish.type }),
    ...(min !== null && { minUsd: usd(min) }),
    ...(max !== null && { maxUsd: usd(max) }),
  };
}

function centsOf(text: string): Cents | null {
  return text === '' ? null : centsFromText(text);
}

/** True when something narrows the list; the order does not. */
export function isNarrowed(wish: Wish): boolean {
  return paramsOf({ ...wish, sort: 'highToLow' }).size > 0;
}

/** With this wear, or without it. */
export function toggleWear(wish: Wish, level: number): Wish {
  const others = wish.wears.filter((each) => each !== level);
  const wears = others.length < wish.wears.length ? others : [...others, level].sort((a, b) => b - a);
  return { ...wish, wears };
}

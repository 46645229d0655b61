/**
 * The list as pages in the query cache, updated by the market's facts. A sold item is marked first and leaves the list a moment later, so
 * that a click does not hit the item that moves up.
 */
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { create } from 'zustand';
import { applyMarketFact } from '@fairpot/contract/market/views';
import { getMarketItem, listMarket, listMarketTypes } from '@fairpot/contract/market/calls';
import type { MarketFact, MarketItem, MarketItemPage } from '@fairpot/contract/market/schemas';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import { ask } from '../../../platform/calls/api.ts';
import { keyOf, queryClient, refetch, refetchAll } from '../../../platform/calls/query-client.ts';
import { recentFacts, useTopic } from '../../../platform/live/live.ts';
import { applyFactsToCart } from '../cart/cart-store.ts';

type MarketListPage = OutputOf<typeof listMarket>;
type MarketListPages = InfiniteData<MarketListPage, string | null>;

/** How long a sold item stays in place, faded. */
export const SOLD_FADE_MS = 900;
const SOLD_KEPT = 500;
/** Lists of up to this many pages are refetched when items are put on sale; in longer ones the change is out of sight. */
const PAGES_RELOADED = 5;

/** Ids of items sold while this page was open, newest last. */
export const useSold = create<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

/** The loaded pages for this input. While a new input loads, the previous pages stay. */
export function useMarketList(input: InputOf<typeof listMarket>) {
  return useInfiniteQuery({
    queryKey: [listMarket.name, input],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await ask(listMarket, pageParam === null ? input : { ...input, after: pageParam }, { signal });
      const items = recentFacts('market')
        .map(({ body }) => body)
        .reduce(applyMarketFact, answer.items);
      return { ...answer, items: [...items] };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}

/** Keeps lists, item pages and the cart up to date while a part of the market is on screen. */
export function useMarketFacts(): void {
  useTopic('market', {
    apply: (envelopes) => applyFacts(envelopes.map(({ body }) => body)),
    resync: () => refetchMarket(),
  });
}

function applyFacts(facts: readonly MarketFact[]): void {
  const sold = facts.flatMap((fact) => (fact.type === 'market.sold' ? fact.itemIds : []));
  applyFactsToCart(facts);
  if (sold.length > 0) {
    useSold.setState(({ ids }) => ({ ids: new Set([...ids, ...sold].slice(-SOLD_KEPT)) }));
    setTimeout(() => patchLists(facts.filter(({ type }) => type === 'market.sold')), SOLD_FADE_MS);
  }
  const priced = facts.flatMap((fact) => (fact.type === 'market.priced' ? fact.prices : []));
  if (priced.length > 0) {
    patchLists(facts.filter(({ type }) => type === 'market.priced'));
    for (const { id } of priced) void refetch({ queryKey: keyOf(getMarketItem, { id }) });
  }
  if (facts.some((fact) => fact.type === 'market.changed')) refetchMarket(PAGES_RELOADED);
}

/** Updates all cached lists and item pages: removes sold items, applies new prices. */
function patchLists(facts: readonly MarketFact[]): void {
  queryClient.setQueriesData<MarketListPages>({ queryKey: [listMarket.name] }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => withFacts(page, facts));
    return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
  });
  queryClient.setQueriesData<MarketItemPage>(
    { queryKey: [getMarketItem.name] },
    (page) => page && withSimilar(withFacts(page, facts), facts),
  );
}

function withFacts<T extends { readonly items: MarketItem[] }>(page: T, facts: readonly MarketFact[]): T {
  const items = facts.reduce<readonly MarketItem[]>(applyMarketFact, page.items);
  return items === page.items ? page : { ...page, items: [...items] };
}

function withSimilar(page: MarketItemPage, facts: readonly MarketFact[]): MarketItemPage {
  const { items: similar } = withFacts({ items: page.similar }, facts);
  return similar === page.similar ? page : { ...page, similar };
}

/** Refetches lists of up to `maxPages` pages, and the item page. */
function refetchMarket(maxPages = Number.POSITIVE_INFINITY): void {
  const predicate = ({ state }: { readonly state: { readonly data: unknown } }) =>
    ((state.data as MarketListPages | undefined)?.pages.length ?? 0) <= maxPages;
  void refetch({ queryKey: [listMarket.name], predicate });
  void refetchAll(getMarketItem);
  void refetchAll(listMarketTypes);
}

/** After an order: refetches the list from its first page. */
export function reloadMarket(): void {
  queryClient.setQueriesData<MarketListPages>({ queryKey: [listMarket.name] }, (data) =>
    data && data.pages.length > 1 ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  refetchMarket();
  window.scrollTo({ top: 0 });
}

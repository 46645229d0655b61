/**
 * The list as pages of the one cache, kept fresh by the market's facts: what is sold is marked first, so that nobody presses
 * into a hole, and leaves the list a moment later.
 */
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { create } from 'zustand';
import { applyMarketFact } from '@fairpot/contract/market/views';
import { getMarketItem, listMarket } from '@fairpot/contract/market/calls';
import type { MarketFact, MarketItem, MarketItemPage } from '@fairpot/contract/market/schemas';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/listed';
import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import { ask } from '../../../platform/calls/api.ts';
import { keyOf, queryClient, refetch, refetchAll } from '../../../platform/calls/query-client.ts';
import { recentFacts, useTopic } from '../../../platform/live/live.ts';
import { takeFactsInCart } from '../cart/cart-store.ts';

type Page = OutputOf<typeof listMarket>;
type Pages = InfiniteData<Page, string | null>;

/** How long a sold item stays where it was, faded. */
export const FADES_MS = 900;
const SOLD_KEPT = 500;
/** Pages that are asked for again because something was put on sale; beyond that nobody sees the difference. */
const PAGES_RELOADED = 5;

/** Ids of what was sold while this page was open, newest last. */
export const useSold = create<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

const factOf = (envelope: FactEnvelope): MarketFact => envelope.body as unknown as MarketFact;

/** The pages that were asked for, of this input. While others are on their way the last ones stay. */
export function useMarketList(input: InputOf<typeof listMarket>) {
  return useInfiniteQuery({
    queryKey: [listMarket.name, input],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await ask(listMarket, pageParam === null ? input : { ...input, after: pageParam }, { signal });
      const items = recentFacts('market').map(factOf).reduce(applyMarketFact, answer.items);
      return { ...answer, items: [...items] };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}

/** Keeps lists, item pages and the cart true while something of the market is on screen. */
export function useMarketFacts(): void {
  useTopic('market', {
    apply: (envelopes) => takeFacts(envelopes.map(factOf)),
    resync: () => refetchMarket(),
  });
}

function takeFacts(facts: readonly MarketFact[]): void {
  const sold = facts.flatMap((fact) => (fact.type === 'market.sold' ? fact.itemIds : []));
  takeFactsInCart(facts);
  if (sold.length > 0) {
    useSold.setState(({ ids }) => ({ ids: new Set([...ids, ...sold].slice(-SOLD_KEPT)) }));
    setTimeout(() => fold(facts.filter(({ type }) => type === 'market.sold')), FADES_MS);
  }
  const priced = facts.flatMap((fact) => (fact.type === 'market.priced' ? fact.prices : []));
  if (priced.length > 0) {
    fold(facts.filter(({ type }) => type === 'market.priced'));
    for (const { id } of priced) void refetch({ queryKey: keyOf(getMarketItem, { id }) });
  }
  if (facts.some((fact) => fact.type === 'market.changed')) refetchMarket(PAGES_RELOADED);
}

/** Into every list and item page that is kept: without what was sold, at the prices of now. */
function fold(facts: readonly MarketFact[]): void {
  queryClient.setQueriesData<Pages>({ queryKey: [listMarket.name] }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => withFacts(page, facts));
    return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
  });
  queryClient.setQueriesData<MarketItemPage>(
    { queryKey: [getMarketItem.name] },
    (page) => page && withFacts(page, facts),
  );
}

function withFacts<T extends { readonly items: MarketItem[] }>(page: T, facts: readonly MarketFact[]): T {
  const items = facts.reduce<readonly MarketItem[]>(applyMarketFact, page.items);
  return items === page.items ? page : { ...page, items: [...items] };
}

/** Everything anew, where it stands; a list of more pages than `most` stays, as its end is far from where somebody looks. */
function refetchMarket(most = Number.POSITIVE_INFINITY): void {
  const predicate = ({ state }: { readonly state: { readonly data: unknown } }) =>
    ((state.data as Pages | undefined)?.pages.length ?? 0) <= most;
  void refetch({ queryKey: [listMarket.name], predicate });
  void refetchAll(getMarketItem);
}

/** After an order: the list from its first page on, as it is now. */
export function reloadMarket(): void {
  queryClient.setQueriesData<Pages>({ queryKey: [listMarket.name] }, (data) =>
    data && data.pages.length > 1 ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  refetchMarket();
  window.scrollTo({ top: 0 });
}

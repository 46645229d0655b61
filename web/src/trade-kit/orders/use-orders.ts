/**
 * The player's trade orders. A fact names the order that changed, and that order is refetched. Nothing polls; after a gap everything is
 * refetched.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { siteInventory, steamInventory } from '@fairpot/contract/inventory/calls';
import type { TopicFact } from '@fairpot/contract/live/facts';
import { isEnd } from '@fairpot/contract/trades/states';
import { getTradeOrder, listTradeOrders, withdrawItems, withdrawTerms } from '@fairpot/contract/trades/calls';
import { ask } from '../../platform/calls/api.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { useTopic } from '../../platform/live/live.ts';
import { useMe } from '../../platform/page/session.ts';

/** Rows in a page of the server's list. */
export const ORDERS_PAGE = 20;

/** Keeps orders, and the inventories that they change, up to date while mounted. */
export function useTradeFacts(): void {
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(isSteamItems)) void refetchAll(steamInventory);
      const facts = envelopes.flatMap(({ body }) => (body.type === 'trade.order' ? [body] : []));
      if (facts.length === 0) return;
      refetchOrders();
      if (!facts.some(({ state }) => state === 'ACCEPTED' || isEnd(state))) return;
      for (const query of [siteInventory, steamInventory]) void refetchAll(query);
    },
    resync: refetchOrders,
    isUrgent: (envelope) => envelope.body.type === 'trade.order' || isSteamItems(envelope),
  });
}

/** True if the trading account has seen more of the player's Steam items. */
function isSteamItems({ body }: TopicFact<'player'>): boolean {
  return body.type === 'steam.items';
}

/** Refetches everything that shows trade orders: after a new order, and after a gap. */
export function refetchOrders(): void {
  for (const query of [getTradeOrder, listTradeOrders, withdrawTerms, withdrawItems]) void refetchAll(query);
}

/** One order, live. */
export function useTradeOrder(id: string) {
  useTradeFacts();
  return useAsk(getTradeOrder, { id });
}

/** The player's orders, newest first, page by page. */
export function useTradeOrders() {
  useTradeFacts();
  const me = useMe();
  return useInfiniteQuery({
    queryKey: [listTradeOrders.name, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(listTradeOrders, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ orders }) => (orders.length < ORDERS_PAGE ? null : (orders.at(-1)?.id ?? null)),
    enabled: me !== null,
  });
}

/** Assets of one game in open offers of the player. */
export function useAssetsInOffers(appId: number): ReadonlySet<string> {
  const { data } = useTradeOrders();
  return useMemo(() => {
    const orders = data?.pages.flatMap((page) => page.orders) ?? [];
    const open = orders.filter((order) => order.kind === 'DEPOSIT' && order.appId === appId && !isEnd(order.state));
    return new Set(open.flatMap(({ items }) => items.flatMap(({ assetId }) => assetId ?? [])));
  }, [data, appId]);
}

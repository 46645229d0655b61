/**
 * The player's deposit addresses and crypto deposits, and the rates. The list is refetched when a fact reports a change, and every 30 s
 * while it has a pending deposit.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listCryptoOrders, listCryptoRates, listCryptoWallets } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder } from '@fairpot/contract/crypto/schemas';
import { ask } from '../../../../platform/calls/api.ts';
import { keyOf, refetchAll } from '../../../../platform/calls/query-client.ts';
import { useAsk } from '../../../../platform/calls/use-call.ts';
import { useOwnFacts } from '../use-own-facts.ts';
import { useMe, useSession } from '../../../../platform/page/session.ts';
import { POLL_MS, RATES_EVERY_MS } from '../sums.ts';

/** Rows in a page of the server's list. */
const PAGE = 20;

export function useWallets() {
  // Refused until the player has confirmed their age; the question stands before this page.
  return useAsk(listCryptoWallets, {}, { enabled: useSession().user.ageConfirmed });
}

export function useRates() {
  return useQuery({
    queryKey: keyOf(listCryptoRates, {}),
    queryFn: ({ signal }) => ask(listCryptoRates, {}, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const known = data?.every(({ amountUsd: rate }) => rate !== null) ?? false;
      return RATES_EVERY_MS[known ? 'known' : 'unknown'];
    },
  });
}

/** Refetches deposits and addresses: after a new deposit, and after a gap. An order uses up its address, so the next one follows. */
export function refetchDeposits(): void {
  for (const query of [listCryptoOrders, listCryptoWallets]) void refetchAll(query);
}

/** The player's deposits, newest first, page by page. */
export function useDeposits() {
  const me = useMe();
  useOwnFacts('crypto.order', refetchDeposits);
  return useInfiniteQuery({
    queryKey: [listCryptoOrders.name, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(listCryptoOrders, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (orders) => (orders.length < PAGE ? null : (orders.at(-1)?.id ?? null)),
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isPending) === true ? POLL_MS : false),
    enabled: me !== null,
  });
}

function isPending({ status }: CryptoOrder): boolean {
  return status === 'PENDING';
}

/**
 * Own addresses, rates and deposits by crypto. A fact says that a deposit moved, and the list is fetched; beside it a list with a
 * deposit that waits is asked for every 30 s.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listCryptoOrders, listCryptoRates, listCryptoWallets } from '@fairpot/contract/crypto/calls';
import type { CryptoFact, CryptoOrder } from '@fairpot/contract/crypto/schemas';
import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import { ask } from '../../../../platform/calls/api.ts';
import { keyOf, refetchAll } from '../../../../platform/calls/query-client.ts';
import { useAsk } from '../../../../platform/calls/use-call.ts';
import { useTopic } from '../../../../platform/live/live.ts';
import { useMe } from '../../../../platform/page/session.ts';
import { POLL_MS, RATES_EVERY_MS } from '../sums.ts';

/** The server's page of the list. */
const PAGE = 20;

export function useWallets() {
  return useAsk(listCryptoWallets, {});
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

/** Fetches again what shows deposits: after one was made, and after a gap. An order takes its address, so another one is next. */
export function refetchDeposits(): void {
  for (const query of [listCryptoOrders, listCryptoWallets]) void refetchAll(query);
}

/** The topic carries other facts of the player, too. */
function isDeposit({ body }: FactEnvelope): boolean {
  return (body as unknown as Pick<CryptoFact, 'type'>).type === 'crypto.order';
}

/** The own deposits, newest first, page by page. */
export function useDeposits() {
  const me = useMe();
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(isDeposit)) refetchDeposits();
    },
    resync: refetchDeposits,
    isUrgent: isDeposit,
  });
  return useInfiniteQuery({
    queryKey: [listCryptoOrders.name, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(listCryptoOrders, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (orders) => (orders.length < PAGE ? null : (orders.at(-1)?.id ?? null)),
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(waits) === true ? POLL_MS : false),
    enabled: me !== null,
  });
}

function waits({ status }: CryptoOrder): boolean {
  return status === 'PENDING';
}

/** The player's crypto withdrawals and their terms, refetched when a fact reports a change. Only rates are polled. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  calculateCryptoWithdrawal,
  cryptoWithdrawTerms,
  listCryptoWithdrawals,
} from '@fairpot/contract/crypto/withdrawals/calls';
import { withdrawTerms } from '@fairpot/contract/trades/calls';
import { ask } from '../../../../platform/calls/api.ts';
import { keyOf, refetchAll } from '../../../../platform/calls/query-client.ts';
import { useOwnFacts } from '../use-own-facts.ts';
import { refreshUser, useMe } from '../../../../platform/page/session.ts';
import { RATES_EVERY_MS } from '../sums.ts';

/** Rows in a page of the server's list. */
const PAGE = 20;

/** Costs, and how much can be withdrawn now. Polled, as rates change without a fact. */
export function useWithdrawTerms() {
  return useQuery({
    queryKey: keyOf(cryptoWithdrawTerms, {}),
    queryFn: ({ signal }) => ask(cryptoWithdrawTerms, {}, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const known = data?.coins.every(({ rateUsd: rate }) => rate !== null) ?? false;
      return RATES_EVERY_MS[known ? 'known' : 'unknown'];
    },
  });
}

const CHANGED = [listCryptoWithdrawals, cryptoWithdrawTerms, calculateCryptoWithdrawal, withdrawTerms] as const;

/**
 * Refetches everything that a withdrawal changes: the list, the terms of item and crypto withdrawals, the balance; and the calculation,
 * which the player has to look at again after a refusal for a changed rate.
 */
export function refetchWithdrawals(): void {
  for (const query of CHANGED) void refetchAll(query);
  void refreshUser();
}

/** The player's withdrawals, newest first, page by page. */
export function useWithdrawals() {
  const me = useMe();
  useOwnFacts('crypto.withdrawal', refetchWithdrawals);
  return useInfiniteQuery({
    queryKey: [listCryptoWithdrawals.name, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(listCryptoWithdrawals, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (all) => (all.length < PAGE ? null : (all.at(-1)?.id ?? null)),
    enabled: me !== null,
  });
}

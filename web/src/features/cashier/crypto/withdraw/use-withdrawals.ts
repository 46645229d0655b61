/** The own withdrawals by crypto and their terms, kept fresh by the facts that the server sends to their player. Nothing polls but rates. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  calculateCryptoWithdrawal,
  cryptoWithdrawTerms,
  listCryptoWithdrawals,
} from '@fairpot/contract/crypto/withdrawals/calls';
import type { CryptoWithdrawalFact } from '@fairpot/contract/crypto/withdrawals/schemas';
import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import { withdrawTerms } from '@fairpot/contract/trades/calls';
import { ask } from '../../../../platform/calls/api.ts';
import { keyOf, refetchAll } from '../../../../platform/calls/query-client.ts';
import { useTopic } from '../../../../platform/live/live.ts';
import { refreshUser, useMe } from '../../../../platform/page/session.ts';
import { RATES_EVERY_MS } from '../sums.ts';

/** The server's page of the list. */
const PAGE = 20;

/** What it costs and how much may be taken out now. Rates move by themselves. */
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
 * Fetches again what a withdrawal changes: the list, the terms of both ways out, the balance; and what a sum comes to, which a
 * refusal because of a rate that moved asks to be looked at.
 */
export function refetchWithdrawals(): void {
  for (const query of CHANGED) void refetchAll(query);
  void refreshUser();
}

/** The topic carries other facts of the player, too. */
function isWithdrawal({ body }: FactEnvelope): boolean {
  return (body as unknown as Pick<CryptoWithdrawalFact, 'type'>).type === 'crypto.withdrawal';
}

/** The own withdrawals, newest first, page by page. */
export function useWithdrawals() {
  const me = useMe();
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(isWithdrawal)) refetchWithdrawals();
    },
    resync: refetchWithdrawals,
    isUrgent: isWithdrawal,
  });
  return useInfiniteQuery({
    queryKey: [listCryptoWithdrawals.name, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(listCryptoWithdrawals, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (all) => (all.length < PAGE ? null : (all.at(-1)?.id ?? null)),
    enabled: me !== null,
  });
}

/**
 * What a sum is in a coin, asked for when nothing was changed for 600 ms. Each question has an answer of its own, and only the answer
 * to what stands in the fields is handed out: a late one is never shown for another sum.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Coin } from '@fairpot/contract/crypto/calls';
import { cents, usd, type Cents } from '@fairpot/contract/wire/money';
import { RATES_EVERY_MS, SETTLE_MS } from './sums.ts';

export interface Calculation<T> {
  /** Undefined until the answer to just this sum of this coin is here. */
  readonly data: T | undefined;
  readonly error: Error | null;
}

interface Question {
  readonly coinName: Coin;
  /** Dollars. */
  readonly amountUsd: number;
}

/** `name`: of the call that `answer` makes. Sums and coins that are null ask nothing. */
export function useCalculation<T>(
  name: string,
  answer: (question: Question, options: { readonly signal: AbortSignal }) => Promise<T>,
  coin: Coin | null,
  sum: Cents | null,
): Calculation<T> {
  const settledSum = useSettled(sum);
  const settledCoin = useSettled(coin);
  const question = { coinName: settledCoin ?? 'TRX', amountUsd: usd(settledSum ?? cents(0)) } as const;
  const { data, error } = useQuery({
    queryKey: [name, question],
    queryFn: ({ signal }) => answer(question, { signal }),
    enabled: settledCoin !== null && settledSum !== null && settledSum > 0,
    refetchInterval: ({ state }) => RATES_EVERY_MS[state.error === null ? 'known' : 'unknown'],
  });
  return settledSum === sum && settledCoin === coin ? { data, error } : { data: undefined, error: null };
}

/** The value once it has stood still for 600 ms. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

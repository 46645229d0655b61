/**
 * Converts a sum to a coin, 600 ms after the last change. Each input has its own cached answer, and only the answer to the current input is
 * returned: a late answer is never shown for another sum.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Coin } from '@fairpot/contract/crypto/calls';
import { cents, usd, type Cents } from '@fairpot/contract/wire/money';
import { RATES_EVERY_MS, SETTLE_MS } from './sums.ts';

export interface Calculation<T> {
  /** Undefined until the answer for this sum and coin arrives. */
  readonly data: T | undefined;
  readonly error: Error | null;
}

interface CalculationInput {
  readonly coinName: Coin;
  /** Dollars. */
  readonly amountUsd: number;
}

/** `name` is the call that `answer` makes. Nothing is sent while sum or coin is null. */
export function useCalculation<T>(
  name: string,
  answer: (input: CalculationInput, options: { readonly signal: AbortSignal }) => Promise<T>,
  coin: Coin | null,
  sum: Cents | null,
): Calculation<T> {
  const settledSum = useSettled(sum);
  const settledCoin = useSettled(coin);
  const input = { coinName: settledCoin ?? 'TRX', amountUsd: usd(settledSum ?? cents(0)) } as const;
  const { data, error } = useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => answer(input, { signal }),
    enabled: settledCoin !== null && settledSum !== null && settledSum > 0,
    refetchInterval: ({ state }) => RATES_EVERY_MS[state.error === null ? 'known' : 'unknown'],
  });
  return settledSum === sum && settledCoin === coin ? { data, error } : { data: undefined, error: null };
}

/** The value once it has not changed for 600 ms. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

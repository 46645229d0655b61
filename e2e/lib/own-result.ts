/** What a page says to a player who took part in a round, worked out from the stake and the payout alone. */
import { cents, formatUsd } from '@fairpot/contract/wire/money';

const dollars = (sum: number) => formatUsd(cents(sum));

/** 'You won $30.70 (+$16.10)'. Both sums in cents; the payout includes the stake. */
export function ownResultText(staked: number, won: number): string {
  if (won === 0) return `You lost ${dollars(staked)}`;
  const net = won - staked;
  if (net > 0) return `You won ${dollars(won)} (+${dollars(net)})`;
  return `You got back ${dollars(won)}${net === 0 ? '' : ` (${dollars(net)})`}`;
}

/** Cents of an amount on the wire. */
export const centsOf = (usd: number) => Math.round(usd * 100);

/**
 * Sums, shares and join windows of coinflips, as numbers and as the texts of the spec. Pure.
 *
 * Invariant: what is checked here before a call is exactly what the contract's `joinWindow` says, so the page never
 * offers a stake that the server refuses for its size, nor the other way round.
 */
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { joinWindow } from '@fairpot/contract/coinflip';
import type { StakedItem } from '@fairpot/contract/item';
import type { Cents } from '@fairpot/contract/money';
import { cents, centsFromUsd, formatUsd, plainUsd, sumCents } from '@fairpot/contract/money';
import { percentOf } from '@fairpot/fairness/chance';
import { messages } from '../../messages.ts';

type Totals = Pick<CoinflipGame, 'firstTotalUsd' | 'secondTotalUsd'>;

/** Least and most that a joiner may stake, in cents, both inclusive. */
export function windowOf(game: Pick<CoinflipGame, 'firstTotalUsd'>) {
  return joinWindow(centsFromUsd(game.firstTotalUsd));
}

/** '$18.00 to $22.00': the join window in dollars. Both ends may be staked. */
export function windowText(game: Pick<CoinflipGame, 'firstTotalUsd'>): string {
  const { leastCents, mostCents } = windowOf(game);
  return `${formatUsd(cents(leastCents))} to ${formatUsd(cents(mostCents))}`;
}

/** Why a joiner cannot stake this much, in the spec's words; null when it fits. */
export function joinRefusal(game: Pick<CoinflipGame, 'firstTotalUsd'>, stake: Cents): string | null {
  const { leastCents, mostCents } = windowOf(game);
  if (stake >= leastCents && stake <= mostCents) return null;
  return messages.say.minMaxBet(plainUsd(cents(leastCents)), plainUsd(cents(mostCents)));
}

/** Why nothing can be opened with this much; null when it can. The amount must exceed the minimum bet (spec 5). */
export function createRefusal(minbetUsd: number, stake: Cents): string | null {
  return stake > centsFromUsd(minbetUsd) ? null : messages.say.minBet(plainUsd(centsFromUsd(minbetUsd)));
}

/** Both totals together. */
export function potOf(game: Totals): Cents {
  return sumCents([centsFromUsd(game.firstTotalUsd), centsFromUsd(game.secondTotalUsd)]);
}

/** Chances of the first and second player in percent, two decimals: own total over combined total. */
export function chancesOf(game: Totals): readonly [string, string] {
  const pot = potOf(game);
  return [percentOf(centsFromUsd(game.firstTotalUsd), pot), percentOf(centsFromUsd(game.secondTotalUsd), pot)];
}

/** The chance of a stake against another, in percent; null while there is no stake. */
export function chanceAgainst(own: Cents, other: Cents): string | null {
  return own > 0 ? percentOf(own, own + other) : null;
}

/** Sum of items in cents. */
export function sumItems(items: readonly StakedItem[]): Cents {
  return sumCents(items.map(({ item }) => centsFromUsd(item.priceUsd)));
}

/** '5 %' of 500 basis points, '2.5 %' of 250. */
export function rateText(bps: number): string {
  return `${bps / 100} %`;
}

/** What the fee is and whom it is taken from, printed before any stake (rulings 1.9, 3). */
export function feeRule(bps: number): string {
  return `Fee: at most ${rateText(bps)} of the pot, taken as whole items from the losing stake, never more. If no item fits, there is no fee.`;
}

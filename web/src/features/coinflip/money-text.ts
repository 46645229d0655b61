/**
 * Sums, shares and join windows of coinflips, as numbers and as the texts of the spec. Pure.
 *
 * Invariant: what is checked here before a call is exactly what the contract's `joinWindow` says, so the page never
 * offers a stake that the server refuses for its size, nor the other way round.
 */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import type { JoinWindow } from '@fairpot/contract/coinflip/calls';
import { joinWindow } from '@fairpot/contract/coinflip/calls';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import type { Cents } from '@fairpot/contract/wire/money';
import { centsFromUsd, formatUsd, plainUsd, sumCents } from '@fairpot/contract/wire/money';
import { percentOf } from '@fairpot/fairness/games/chance';
import { messages } from '../../messages.ts';
import { formatPercent } from '../../ui/values/percent.ts';

type Totals = Pick<CoinflipGame, 'firstTotalUsd' | 'secondTotalUsd'>;

/** Least and most that a joiner may stake, in cents, both inclusive. */
export function windowOf(game: Pick<CoinflipGame, 'firstTotalUsd'>): JoinWindow {
  return joinWindow(centsFromUsd(game.firstTotalUsd));
}

/** '$18.01 to $21.99': the join window in dollars. Both ends may be staked. */
export function windowText(game: Pick<CoinflipGame, 'firstTotalUsd'>): string {
  return rangeText(windowOf(game));
}

function rangeText({ leastCents, mostCents }: JoinWindow): string {
  return `${formatUsd(leastCents)} to ${formatUsd(mostCents)}`;
}

/** ': for $20.00, that is $18.01 to $21.99': what a joiner may bring against this sum; '' for one that no game has. */
export function exampleText(total: Cents): string {
  return total < 2 * MIN_ITEM_CENTS ? '' : `: for ${formatUsd(total)}, that is ${rangeText(joinWindow(total))}`;
}

/** Why a joiner cannot stake this much, in the spec's words; null when it fits. */
export function joinRefusal(game: Pick<CoinflipGame, 'firstTotalUsd'>, stake: Cents): string | null {
  const { leastCents, mostCents } = windowOf(game);
  if (stake >= leastCents && stake <= mostCents) return null;
  return messages.say.minMaxBet(plainUsd(leastCents), plainUsd(mostCents));
}

/** Why nothing can be opened with this much; null when it can. The amount must exceed the minimum bet (spec 5). */
export function createRefusal(minimum: Cents, stake: Cents): string | null {
  return stake > minimum ? null : messages.say.minBet(plainUsd(minimum));
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

/** Cents on side 1: its tickets are [0, boundary). */
export function boundaryOf(game: Totals & Pick<CoinflipGame, 'firstSide'>): Cents {
  return centsFromUsd(game.firstSide === 1 ? game.firstTotalUsd : game.secondTotalUsd);
}

/** What the fee is and whom it is taken from, printed before any stake (rulings 1.9, 3). */
export function feeRule(bps: number): string {
  return (
    `Fee: at most ${formatPercent(bps)} of the pot, taken as whole items from the losing stake, never more. If no item ` +
    'fits, there is no fee.'
  );
}

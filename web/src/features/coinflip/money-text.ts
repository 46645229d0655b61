/**
 * Sums, shares and join windows of coinflips, as numbers and as the texts of the specification. Pure.
 *
 * Invariant: the check before a call is exactly the contract's `joinWindow`, so the page offers a stake if and only if the
 * server accepts its size.
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
import { texts } from './texts.ts';

type Totals = Pick<CoinflipGame, 'firstTotalUsd' | 'secondTotalUsd'>;

/** Minimum and maximum stake of a joiner, in cents, both inclusive. */
export function windowOf(game: Pick<CoinflipGame, 'firstTotalUsd'>): JoinWindow {
  return joinWindow(centsFromUsd(game.firstTotalUsd));
}

/** '$18.01 to $21.99': the join window in dollars, both ends inclusive. */
export function windowText(game: Pick<CoinflipGame, 'firstTotalUsd'>): string {
  return rangeText(windowOf(game));
}

function rangeText({ minCents, maxCents }: JoinWindow): string {
  return texts.stake.range(formatUsd(minCents), formatUsd(maxCents));
}

/** ' ($18.01 to $21.99)': the join window against this total; '' for a total that no game can have. */
export function exampleText(total: Cents): string {
  return total < 2 * MIN_ITEM_CENTS ? '' : texts.stake.example(rangeText(joinWindow(total)));
}

/** Why a joiner cannot stake this amount, in the text of the specification; null when it fits. */
export function joinRefusal(game: Pick<CoinflipGame, 'firstTotalUsd'>, stake: Cents): string | null {
  const { minCents, maxCents } = windowOf(game);
  if (stake >= minCents && stake <= maxCents) return null;
  return messages.say.minMaxBet(plainUsd(minCents), plainUsd(maxCents));
}

/** Why a game cannot be created with this amount; null when it can. The amount must exceed the minimum bet (spec 5). */
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

/** The chance of one stake against another, in percent; null while there is no stake. */
export function chanceAgainst(own: Cents, other: Cents): string | null {
  return own > 0 ? percentOf(own, own + other) : null;
}

/** Cents on side 1: its tickets are [0, boundary). */
export function boundaryOf(game: Totals & Pick<CoinflipGame, 'firstSide'>): Cents {
  return centsFromUsd(game.firstSide === 1 ? game.firstTotalUsd : game.secondTotalUsd);
}

/** The fee and who pays it, shown before any stake (rulings 1.9, 3). */
export function feeRule(bps: number | undefined): string {
  return texts.stake.fee(bps === undefined ? '…%' : formatPercent(bps));
}

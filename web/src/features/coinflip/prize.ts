/** What a settled game pays: the pot less the items taken as the fee. Pure; used by the view and the announcements. */
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { cents, centsFromUsd } from '@fairpot/contract/wire/money';
import { itemPayouts, sumItems } from '../../games-kit/item-payouts.ts';
import type { ShownResult } from '../../games-kit/observe.ts';
import { ownResult, returnedStake } from '../../games-kit/own-result.ts';
import type { OwnResult } from '../../games-kit/own-result.ts';
import { boundaryOf, potOf } from './money-text.ts';
import { seatOf } from './side.ts';

export interface CoinflipPrize {
  readonly feeCents: Cents;
  readonly feeItems: number;
  /** What the winner receives, own stake included. */
  readonly takesCents: Cents;
  readonly takesItems: number;
  readonly stakeOf: (side: Side) => Cents;
}

export function prizeOf(game: CoinflipGame): CoinflipPrize {
  const items = [...game.firstItems, ...game.secondItems];
  const fee = new Set<string>(game.feeItemIds);
  const feeCents = sumItems(items.filter(({ id }) => fee.has(id)));
  return {
    feeCents,
    feeItems: fee.size,
    takesCents: cents(potOf(game) - feeCents),
    takesItems: items.length - fee.size,
    stakeOf: (side) => centsFromUsd(game.firstSide === side ? game.firstTotalUsd : game.secondTotalUsd),
  };
}

/** The side that this user plays; null for spectators. */
export function ownSide(
  { firstUser, firstSide, secondUser, secondSide }: CoinflipGame,
  me: string | null,
): Side | null {
  if (me === null) return null;
  if (firstUser.id === me) return firstSide;
  return secondUser?.id === me ? secondSide : null;
}

/** What the game paid this user; null for spectators and while the view shows no result. `game` is veiled. */
export function ownResultOf(game: CoinflipGame, me: string | null): OwnResult | null {
  const side = ownSide(game, me);
  if (side === null) return null;
  const { takesCents, stakeOf } = prizeOf(game);
  if (game.phase === 'CANCELLED' || game.phase === 'VOIDED') return returnedStake(stakeOf(side));
  if (game.winnerSide === null) return null;
  return ownResult({ stakedCents: stakeOf(side), wonCents: game.winnerSide === side ? takesCents : cents(0) });
}

/** The items that the winner took from the other player; none before the result. */
export function wonItems({ winnerSide, firstSide, firstItems, secondItems, feeItemIds }: CoinflipGame): StakedItem[] {
  if (winnerSide === null) return [];
  const fee = new Set<string>(feeItemIds);
  return (winnerSide === firstSide ? secondItems : firstItems).filter(({ id }) => !fee.has(id));
}

/** The result shown by the view, in the form of a proof; null while it shows none. */
export function resultOf(game: CoinflipGame, pseudonymOf: (userId: string) => string): ShownResult | null {
  const { winnerSide, feeItemIds, fair } = game;
  if (winnerSide === null || fair.ticket === null) return null;
  const potCents = potOf(game);
  const stakes = [game.firstItems, game.secondItems];
  const winner = pseudonymOf(seatOf(game, winnerSide)?.user.id ?? '');
  return {
    outcome: { ticket: fair.ticket, total: potCents, boundary: boundaryOf(game), winnerSide },
    payouts: itemPayouts({ potCents, stakes, feeItemIds, winner }),
  };
}

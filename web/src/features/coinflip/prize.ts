/** What a settled game pays: the pot less the items taken as the fee. Pure; used by the view and the announcements. */
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { cents, centsFromUsd } from '@fairpot/contract/wire/money';
import { itemPayouts, sumItems } from '../../games-kit/item-payouts.ts';
import type { ShownResult } from '../../games-kit/observe.ts';
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

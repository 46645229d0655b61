/** What a settled game pays: the pot less the items taken as the fee. Pure; called by the view and the announcer. */
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip';
import type { Cents } from '@fairpot/contract/money';
import { cents, centsFromUsd } from '@fairpot/contract/money';
import { potOf, sumItems } from './money-text.ts';

export interface Prize {
  readonly feeCents: Cents;
  readonly feeItems: number;
  /** What the winner holds afterwards, own stake included. */
  readonly takesCents: Cents;
  readonly takesItems: number;
  readonly stakeOf: (side: Side) => Cents;
}

export function prizeOf(game: CoinflipGame): Prize {
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

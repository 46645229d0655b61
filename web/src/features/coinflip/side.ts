/** Names and styles of the two sides: red is 1 and left, blue is 2 and right; never distinguished by colour alone. */
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import type { ShownStake } from '../../games-kit/observe.ts';
import { texts } from './texts.ts';

export const SIDES: readonly Side[] = [1, 2];

export const SIDE_LOOKS = {
  1: { name: texts.side.red, text: 'text-side-1', border: 'border-side-1', fill: 'bg-side-1' },
  2: { name: texts.side.blue, text: 'text-side-2', border: 'border-side-2', fill: 'bg-side-2' },
} as const satisfies Record<Side, { name: string; text: string; border: string; fill: string }>;

/** The player on a side, with items and total. */
export interface CoinflipSeat {
  readonly user: PublicUser;
  readonly items: readonly StakedItem[];
  readonly totalUsd: number;
}

/** The seat of a side; null while it is free. */
export function seatOf(game: CoinflipGame, side: Side): CoinflipSeat | null {
  if (game.firstSide === side) return { user: game.firstUser, items: game.firstItems, totalUsd: game.firstTotalUsd };
  if (!game.secondUser) return null;
  return { user: game.secondUser, items: game.secondItems, totalUsd: game.secondTotalUsd };
}

/** The stakes in the order of the lock: the creator's first. */
export function stakesOf(game: CoinflipGame): readonly ShownStake[] {
  const { firstUser, firstSide, firstTotalUsd, secondUser, secondSide, secondTotalUsd } = game;
  const first = { userId: firstUser.id, entry: { side: firstSide, cents: centsFromUsd(firstTotalUsd) } };
  if (!secondUser || secondSide === null) return [first];
  return [first, { userId: secondUser.id, entry: { side: secondSide, cents: centsFromUsd(secondTotalUsd) } }];
}

/** 'Blue side'. */
export function sideText(side: Side): string {
  return texts.side.named(SIDE_LOOKS[side].name);
}

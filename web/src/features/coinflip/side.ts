/** The two sides as they are named and drawn: red is 1 and left, blue is 2 and right; never told by colour alone. */
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import type { Opened } from '../../fairness/silence.ts';
import type { ShownStake } from '../../games-kit/observe.ts';

export const SIDES: readonly Side[] = [1, 2];

export const SIDE_LOOKS = {
  1: { name: 'Red', text: 'text-side-1', border: 'border-side-1', fill: 'bg-side-1' },
  2: { name: 'Blue', text: 'text-side-2', border: 'border-side-2', fill: 'bg-side-2' },
} as const satisfies Record<Side, { name: string; text: string; border: string; fill: string }>;

/** Who sits on a side, with what. Null while nobody does. */
export interface Seat {
  readonly user: PublicUser;
  readonly items: readonly StakedItem[];
  readonly totalUsd: number;
}

/** The seat of a side. */
export function seatOf(game: CoinflipGame, side: Side): Seat | null {
  if (game.firstSide === side) return { user: game.firstUser, items: game.firstItems, totalUsd: game.firstTotalUsd };
  if (!game.secondUser) return null;
  return { user: game.secondUser, items: game.secondItems, totalUsd: game.secondTotalUsd };
}

/** Who stakes what, in the order of the lock: who opened the game first. */
export function stakesOf(game: CoinflipGame): readonly ShownStake[] {
  const { firstUser, firstSide, firstTotalUsd, secondUser, secondSide, secondTotalUsd } = game;
  const first = { userId: firstUser.id, entry: { side: firstSide, cents: centsFromUsd(firstTotalUsd) } };
  if (!secondUser || secondSide === null) return [first];
  return [first, { userId: secondUser.id, entry: { side: secondSide, cents: centsFromUsd(secondTotalUsd) } }];
}

/** 'Blue side' for texts. */
export function sideText(side: Side): string {
  return `${SIDE_LOOKS[side].name} side`;
}

/** The side that won by what this browser opened itself; null for nothing. */
export function openedSide(opened: Opened | undefined): Side | null {
  return opened && 'winnerSide' in opened.outcome ? opened.outcome.winnerSide : null;
}

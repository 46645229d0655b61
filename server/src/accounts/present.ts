/** Player rows as views: the only form in which account data leaves, each field named. */
import { byGame } from '@fairpot/contract/games/games';
import { cents, sumCents, usd, type Cents } from '@fairpot/contract/wire/money';
import { levelOf } from '@fairpot/contract/user/calls';
import type { GameStatistics, PublicUser, Statistics, User } from '@fairpot/contract/user/schemas';
import { badgeOf, experienceOf } from './rules.ts';
import type { PlayerRow } from './store.ts';
import type { StatsRow } from './results.ts';

export function publicUser(row: PlayerRow): PublicUser {
  const experience = experienceOf(row.xpHundredths);
  return {
    id: row.id,
    steamid: row.steamid,
    name: shownTo(row),
    avatar: row.avatar,
    level: levelOf(experience),
    experience,
    isFake: row.isFake,
    badge: badgeOf(row),
  };
}

/** A name that could be mistaken for a staff member's includes the end of its steamid, wherever it is shown. */
function shownTo({ name, steamid, looksLikeStaff }: PlayerRow): string {
  return looksLikeStaff ? `${name} #${steamid.slice(-4)}` : name;
}

export interface Money {
  readonly availableCents: Cents;
  readonly heldCents: Cents;
  /** Value of the Steam inventory as last seen; 0 until it was first read. */
  readonly steamInventoryCents: Cents;
}

/** A player's own data, for themselves. */
export function ownUser(row: PlayerRow, money: Money, items: number): User {
  return {
    ...publicUser(row),
    status: row.status,
    tradeToken: row.tradeToken,
    balanceUsd: usd(money.availableCents),
    balanceUsdHold: usd(money.heldCents),
    steamInventoryBalanceUsd: usd(money.steamInventoryCents),
    items,
    ageConfirmed: row.ageConfirmedAt !== null,
  };
}

/** Statistics of all games; a game never played shows zeros. Net = won - staked, over everything settled. */
export function statistics(rows: readonly StatsRow[]): Statistics {
  const net = sumCents(rows.map((row) => cents(row.wonCents - row.stakedCents)));
  return {
    games: byGame(({ game }) => gameStatistics(rows.find((row) => row.game === game))),
    netUsd: usd(net),
  };
}

function gameStatistics(row: StatsRow | undefined): GameStatistics {
  return {
    played: row?.played ?? 0,
    won: row?.won ?? 0,
    stakedUsd: usd(cents(row?.stakedCents ?? 0)),
    wonUsd: usd(cents(row?.wonCents ?? 0)),
    feeUsd: usd(cents(row?.feeCents ?? 0)),
  };
}

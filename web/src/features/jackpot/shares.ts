/**
 * Shares of the pot: entries grouped by player, in order of their first entry.
 *
 * Used by the ring, the list of players and the join window. Pure. Invariant: shares add up to the pot, and the chance shown
 * is the share of the tickets, which is what the draw uses.
 */
import type { JackpotEntryView, JackpotRound } from '@fairpot/contract/jackpot/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { cents, centsFromUsd, plainUsd, sumCents } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { percentOf } from '@fairpot/fairness/games/chance';
import { itemPayouts } from '../../games-kit/item-payouts.ts';
import { ownResult, returnedStake } from '../../games-kit/own-result.ts';
import type { OwnResult } from '../../games-kit/own-result.ts';
import type { ShownResult, ShownStake } from '../../games-kit/observe.ts';
import { messages } from '../../messages.ts';
import { formatPercent } from '../../ui/values/percent.ts';
import { texts } from './texts.ts';

/** One player's part of the pot. */
export interface PotShare {
  readonly user: PublicUser;
  /** From 1, in order of the first entry: the number on the ring and in every list. */
  readonly seat: number;
  readonly cents: Cents;
  readonly items: number;
  /** Ticket ranges [from, to), in order of entry. */
  readonly ranges: readonly TicketRange[];
}

export interface TicketRange {
  readonly from: number;
  readonly to: number;
}

/** Shares in order of seat. */
export function sharesOf(entries: readonly JackpotEntryView[]): readonly PotShare[] {
  const byUser = new Map<string, { -readonly [K in keyof PotShare]: PotShare[K] } & { ranges: TicketRange[] }>();
  for (const { user, from, to, items } of entries) {
    const share = byUser.get(user.id);
    if (share) {
      share.cents = sumCents([share.cents, cents(to - from)]);
      share.items += items.length;
      share.ranges.push({ from, to });
    } else {
      const seat = byUser.size + 1;
      byUser.set(user.id, { user, seat, cents: cents(to - from), items: items.length, ranges: [{ from, to }] });
    }
  }
  return [...byUser.values()];
}

/** Largest share first; equal shares in order of seat. */
export function rankShares(shares: readonly PotShare[]): readonly PotShare[] {
  return [...shares].sort((a, b) => b.cents - a.cents || a.seat - b.seat);
}

export function potOf(round: Pick<JackpotRound, 'value'>): Cents {
  return centsFromUsd(round.value);
}

/** Seats cycle through six colours; the number distinguishes players with the same colour. */
export const SEAT_COLOURS = 6;

/** CSS colour of a seat. */
export function seatColour(seat: number): string {
  return `var(--color-seat-${((seat - 1) % SEAT_COLOURS) + 1})`;
}

/** The stakes, in order of entry. */
export function stakesOf({ entries }: Pick<JackpotRound, 'entries'>): readonly ShownStake[] {
  return entries.map(({ user, pseudonym, totalUsd }) => ({
    userId: user.id,
    pseudonym,
    entry: { cents: centsFromUsd(totalUsd) },
  }));
}

/** Everything that a user staked in the round; 0 for spectators. */
export function stakeOf({ entries }: Pick<JackpotRound, 'entries'>, userId: string | null): Cents {
  return sumCents(entries.filter(({ user }) => user.id === userId).map(({ from, to }) => cents(to - from)));
}

/** The items that a user staked in the round. */
export function ownItemsOf({ entries }: Pick<JackpotRound, 'entries'>, userId: string | null): readonly StakedItem[] {
  return entries.filter(({ user }) => user.id === userId).flatMap(({ items }) => items);
}

/** What the round paid this user; null for spectators and while the view shows no result. `round` is veiled. */
export function ownResultOf(round: JackpotRound, me: string | null): OwnResult | null {
  const stakedCents = stakeOf(round, me);
  if (stakedCents === 0) return null;
  if (round.phase === 'VOIDED') return returnedStake(stakedCents);
  if (round.result === null) return null;
  const { user, wonUsd } = round.result;
  return ownResult({ stakedCents, wonCents: user.id === me ? centsFromUsd(wonUsd) : cents(0) });
}

/** The items that the winner took from the others; none before the result. */
export function wonItems({ entries, result }: JackpotRound): readonly StakedItem[] {
  if (result === null) return [];
  const fee = new Set<string>(result.feeItemIds);
  return entries
    .filter(({ user }) => user.id !== result.user.id)
    .flatMap(({ items }) => items.filter(({ id }) => !fee.has(id)));
}

/** The chance of each entry as shown, in order of entry. */
export function chancesOf(round: Pick<JackpotRound, 'entries' | 'value'>): readonly string[] {
  return round.entries.map(({ from, to }) => chanceText(to - from, potOf(round)));
}

/** The result shown by the view, in the form of a proof; null while it shows none. */
export function resultOf(round: JackpotRound, pseudonymOf: (userId: string) => string): ShownResult | null {
  const { entries, result } = round;
  if (result === null || result.ticket === null) return null;
  const potCents = potOf(round);
  const winner = pseudonymOf(result.user.id);
  const winnerEntry = entries.findIndex(({ no }) => no === result.entryNo);
  const stakes = entries.map(({ items }) => items);
  return {
    outcome: { ticket: result.ticket, total: potCents, winnerEntry, winner },
    payouts: itemPayouts({ potCents, stakes, feeItemIds: result.feeItemIds, winner }),
  };
}

/** Chance in percent with two decimals; '0.00' for an empty pot. */
export function chanceText(part: number, pot: number): string {
  return pot > 0 ? percentOf(part, pot) : '0.00';
}

export interface ChancePreview {
  /** Percent now; null without an entry. */
  readonly now: string | null;
  /** Percent with the selected items; null while nothing is selected. */
  readonly then: string | null;
  /** The same as parts of 1, for a bar. */
  readonly nowPart: number;
  readonly thenPart: number;
}

/** The chance of a player who has `own` of `pot`, before and after adding `added` cents. */
export function previewOf(own: Cents, pot: Cents, added: Cents): ChancePreview {
  return {
    now: own > 0 ? chanceText(own, pot) : null,
    then: added > 0 ? chanceText(own + added, pot + added) : null,
    nowPart: pot > 0 ? own / pot : 0,
    thenPart: pot + added > 0 ? (own + added) / (pot + added) : 0,
  };
}

/** Why this amount cannot be staked; null when it can. The amount must exceed the minimum bet (spec 5). */
export function joinRefusal(minimum: Cents, stake: Cents): string | null {
  return stake > minimum ? null : messages.say.minBet(plainUsd(minimum));
}

/** The fee, who gets it and who pays it, shown before any stake (rulings 1.9, 3). */
export function feeRule(bps: number | undefined): string {
  return texts.join.fee(bps === undefined ? '…%' : formatPercent(bps));
}

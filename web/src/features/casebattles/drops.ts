/**
 * Totals and drops of a battle as far as the reels have shown them. Used by the arena, the list and the announcements. Pure.
 *
 * Invariant: a drop counts from the instant its reel stops, never earlier: everything is derived from `isOpen`.
 */
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import type { Case, CaseItem } from '@fairpot/contract/casebattle/cases/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import { seatsOf } from './seats.ts';
import type { BattleSeat } from './seats.ts';
import { isOpen } from './timeline.ts';
import type { ReplayMoment } from './timeline.ts';

/** One opened case. */
export interface OpenedDrop {
  readonly round: number;
  readonly seat: BattleSeat;
  readonly ticket: number;
  readonly cents: Cents;
  readonly itemId: string;
}

/** Every drop that may be shown at `moment`, by round, then seat. */
export function openDrops(battle: Casebattle, moment: ReplayMoment): readonly OpenedDrop[] {
  const seats = seatsOf(battle);
  return battle.cases.flatMap((_, round) =>
    seats.flatMap((seat) => {
      const roll = seat.taken?.rolls[round];
      if (!roll || !isOpen(moment, round, seat.index)) return [];
      const { ticket, itemId } = roll;
      return [{ round, seat, ticket, itemId, cents: centsFromUsd(roll.priceUsd) }];
    }),
  );
}

/** Total of each team in cents, in order of team. */
export function totalsOf(battle: Pick<Casebattle, 'teams'>, drops: readonly OpenedDrop[]): readonly Cents[] {
  return battle.teams.map((_, team) =>
    sumCents(drops.filter(({ seat }) => seat.team === team).map(({ cents }) => cents)),
  );
}

/** Teams that would win with these totals: the largest, or the smallest in INVERSE; none before the first drop. */
export function leadersOf({ mode }: Pick<Casebattle, 'mode'>, totals: readonly number[]): readonly number[] {
  if (totals.every((total) => total === 0)) return [];
  const best = mode === 'INVERSE' ? Math.min(...totals) : Math.max(...totals);
  return totals.flatMap((total, team) => (total === best ? [team] : []));
}

export function tableOfRound(
  { cases, tables }: { readonly cases: Casebattle['cases']; readonly tables: readonly Case[] },
  round: number,
): Case | undefined {
  const face = cases[round];
  return tables.find(({ id, version }) => id === face?.id && version === face.version);
}

/** The item of a drop in its table. */
export function itemOf(table: Case | undefined, itemId: string): CaseItem | undefined {
  return table?.items.find((item) => item.itemId === itemId);
}

/**
 * Rounds of duels as views: data leaves the server only this way, each field named. A secret appears only in a result.
 */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { RoundFairness } from '@fairpot/contract/fair/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Db } from '../../../platform/database/sql.ts';
import { invariant } from '../../../platform/runner/refused.ts';
import { playersAndItems, itemsOf, userOf, type PlayersAndItems } from '../players-and-items.ts';
import type { RoundViews } from '../items/queries.ts';
import { fairnessOf } from '../items/views.ts';
import { entryOf, type RoundEntry, type Phase, type Round } from '../rounds.ts';
import { scriptedWinner } from '../script.ts';
import type { Duel, DuelSide } from './duel.ts';

const PHASES = {
  open: 'WAITING',
  locked: 'COUNTDOWN',
  settled: 'SETTLED',
  cancelled: 'CANCELLED',
  voided: 'VOIDED',
} as const satisfies Record<Phase, string>;

/** Fields that the view of a round has in every duel. Amounts in USD, instants in epoch ms. */
export interface SharedView {
  readonly id: string;
  readonly version: number;
  readonly phase: (typeof PHASES)[Phase];
  readonly firstUser: PublicUser;
  readonly firstItems: StakedItem[];
  readonly firstTotalUsd: number;
  /** Null, and without items, until the join. */
  readonly secondUser: PublicUser | null;
  readonly secondItems: StakedItem[];
  readonly secondTotalUsd: number;
  /** Whole seconds of the countdown, null outside it; `deadlineAt` is exact. */
  readonly timerSecondsLeft: number | null;
  readonly deadlineAt: number | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
  readonly hash: string;
  /** Null until the settlement; stays null when staff chose the winner. */
  readonly secret: string | null;
  readonly feeBps: number;
  readonly feeItemIds: string[];
  readonly scripted: boolean;
  readonly fair: RoundFairness;
}

/** Fields that a history row has in every duel. */
export interface SharedRow {
  readonly id: string;
  readonly winnerUser: PublicUser;
  readonly loserUser: PublicUser;
  readonly winnerTotalUsd: number;
  readonly loserTotalUsd: number;
  readonly potUsd: number;
  readonly feeUsd: number;
  /** By player id. */
  readonly skins: Record<string, StakedItem[]>;
  readonly hash: string;
  readonly secret: string;
  readonly settledAt: number;
}

/** The data from which a duel fills its own fields. */
export interface DuelSeats {
  readonly first: RoundEntry;
  readonly second: RoundEntry | null;
  /** Null until the settlement, even when staff chose the winner long before. */
  readonly winner: RoundEntry | null;
  /** As the fairness package defines it. Null until the settlement; stays null when staff chose the winner. */
  readonly outcome: Outcome | null;
}

/** A duel's own part of its views: the fields beyond those that all duels share. */
export interface DuelWords<V, H> {
  readonly view: (shared: SharedView, seats: DuelSeats) => V;
  readonly row: (shared: SharedRow, seats: DuelSeats & { readonly winner: RoundEntry; readonly outcome: Outcome }) => H;
}

/** The side of an entry, in duels that have sides. */
export function sideOf({ pick }: RoundEntry): DuelSide {
  invariant(pick === 1 || pick === 2, 'this duel has no sides');
  return pick;
}

function seatsOf(round: Round): DuelSeats {
  const { result, phase } = round;
  const drawn = result ? entryOf(round, result.winnerNo) : scriptedWinner(round);
  return {
    first: entryOf(round, 1),
    second: round.entries[1] ?? null,
    winner: phase === 'settled' ? drawn : null,
    outcome: result && result.outcome,
  };
}

export function duelViews<V, H>({ lock }: Pick<Duel, 'lock'>, { view, row }: DuelWords<V, H>): RoundViews<V, H> {
  return {
    async views(db, rounds, now) {
      const known = await playersAndItemsOf(db, rounds);
      return rounds.map((round) => {
        const seats = seatsOf(round);
        return view(sharedView(round, seats, known, { countdownMs: lock.countdownMs, now }), seats);
      });
    },
    async rows(db, rounds) {
      const known = await playersAndItemsOf(db, rounds);
      return rounds.map((round) => {
        const { winner, outcome, ...others } = seatsOf(round);
        invariant(winner && outcome, `round ${round.id} has no result`);
        return row(sharedRow(round, winner, known), { ...others, winner, outcome });
      });
    },
  };
}

const playersAndItemsOf = (db: Db, rounds: readonly Round[]): Promise<PlayersAndItems> =>
  playersAndItems(
    db,
    rounds.flatMap((round) => round.entries),
  );

function sharedView(
  round: Round,
  { first, second }: DuelSeats,
  known: PlayersAndItems,
  { countdownMs, now }: { readonly countdownMs: number; readonly now: number },
): SharedView {
  const deadlineAt = round.lockedAt === null ? null : round.lockedAt + countdownMs;
  const counting = round.phase === 'locked' && deadlineAt !== null;
  return {
    id: round.id,
    version: round.version,
    phase: PHASES[round.phase],
    firstUser: userOf(first, known),
    firstItems: itemsOf(first, known),
    firstTotalUsd: usd(first.cents),
    secondUser: second && userOf(second, known),
    secondItems: second ? itemsOf(second, known) : [],
    secondTotalUsd: second ? usd(second.cents) : 0,
    timerSecondsLeft: counting ? Math.max(0, Math.ceil((deadlineAt - now) / 1000)) : null,
    deadlineAt,
    createdAt: round.openedAt,
    settledAt: round.phase === 'settled' ? round.endedAt : null,
    hash: round.hash,
    secret: round.result && round.result.secret,
    feeBps: round.feeBps,
    feeItemIds: round.result ? [...round.result.payouts.feeItems] : [],
    scripted: round.scripted,
    fair: fairnessOf(round, round.entries),
  };
}

function sharedRow(round: Round, winner: RoundEntry, known: PlayersAndItems): SharedRow {
  const { result } = round;
  invariant(result && round.endedAt !== null, `round ${round.id} has no result`);
  const loser = entryOf(round, winner.no === 1 ? 2 : 1);
  return {
    id: round.id,
    winnerUser: userOf(winner, known),
    loserUser: userOf(loser, known),
    winnerTotalUsd: usd(winner.cents),
    loserTotalUsd: usd(loser.cents),
    potUsd: usd(cents(result.payouts.potCents)),
    feeUsd: usd(cents(result.payouts.feeCents)),
    skins: { [winner.playerId]: itemsOf(winner, known), [loser.playerId]: itemsOf(loser, known) },
    hash: round.hash,
    secret: result.secret,
    settledAt: round.endedAt,
  };
}

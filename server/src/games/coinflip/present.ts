/**
 * Rounds of coinflip as views: data leaves the server only this way, each field named. A secret appears only in a result.
 */
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame, CoinflipHistoryRow, Side } from '@fairpot/contract/coinflip/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import type { Db } from '../../platform/database/sql.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { FactPresenter } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { fairnessOf } from '../kit/items/views.ts';
import { playersAndItems, itemsOf, userOf, type PlayersAndItems } from '../kit/players-and-items.ts';
import { entryOf, roundsByIds, type RoundEntry, type Phase, type Round } from '../kit/rounds.ts';
import { scriptedWinner } from '../kit/script.ts';

const PHASES = {
  open: 'WAITING',
  locked: 'COUNTDOWN',
  settled: 'SETTLED',
  cancelled: 'CANCELLED',
  voided: 'VOIDED',
} as const satisfies Record<Phase, CoinflipGame['phase']>;

/** Views of rounds, in their order; two more statements for any number of rounds. */
export async function views(db: Db, rounds: readonly Round[], now: number): Promise<CoinflipGame[]> {
  const known = await playersAndItemsOf(db, rounds);
  return rounds.map((round) => viewOf(round, known, now));
}

/** History rows of settled rounds, in their order. */
export async function historyRows(db: Db, rounds: readonly Round[]): Promise<CoinflipHistoryRow[]> {
  const known = await playersAndItemsOf(db, rounds);
  return rounds.map((round) => rowOf(round, known));
}

/** Fills facts with the current round, which may be newer than the fact but never older. */
export function coinflipFacts(clock: Clock): FactPresenter {
  return {
    topic: 'coinflip',
    async present(db, facts) {
      const rounds = await roundsByIds(db, [...new Set(facts.map((fact) => fact.subject))]);
      const shown = await views(db, rounds, clock.now());
      const byId = new Map(rounds.map((round, at) => [round.id, shown[at]]));
      return facts.map(({ subject, version, type }) => {
        const view = byId.get(subject);
        return view === undefined ? null : { type, roundId: subject, version, game: view };
      });
    },
  };
}

/** The side of an entry. */
export function sideOf({ pick }: Pick<RoundEntry, 'pick'>): Side {
  invariant(pick === 1 || pick === 2, 'an entry of a coinflip has a side');
  return pick;
}

/** Null until the settlement, even when staff chose the winner long before. */
function winnerOf(round: Round): RoundEntry | null {
  if (round.phase !== 'settled') return null;
  return round.result ? entryOf(round, round.result.winnerNo) : scriptedWinner(round);
}

const playersAndItemsOf = (db: Db, rounds: readonly Round[]): Promise<PlayersAndItems> =>
  playersAndItems(
    db,
    rounds.flatMap((round) => round.entries),
  );

function viewOf(round: Round, known: PlayersAndItems, now: number): CoinflipGame {
  const [first, second, winner] = [entryOf(round, 1), round.entries[1] ?? null, winnerOf(round)];
  const deadlineAt = round.lockedAt === null ? null : round.lockedAt + COUNTDOWN_MS;
  const counting = round.phase === 'locked' && deadlineAt !== null;
  return {
    id: round.id,
    version: round.version,
    phase: PHASES[round.phase],
    firstUser: userOf(first, known),
    firstSide: sideOf(first),
    firstItems: itemsOf(first, known),
    firstTotalUsd: usd(first.cents),
    secondUser: second && userOf(second, known),
    secondSide: second && sideOf(second),
    secondItems: second ? itemsOf(second, known) : [],
    secondTotalUsd: second ? usd(second.cents) : 0,
    winnerSide: winner && sideOf(winner),
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

function rowOf(round: Round, known: PlayersAndItems): CoinflipHistoryRow {
  const { result, endedAt } = round;
  const winner = winnerOf(round);
  invariant(result && winner && endedAt !== null, `round ${round.id} has no result`);
  const loser = entryOf(round, winner.no === 1 ? 2 : 1);
  return {
    id: round.id,
    winnerSide: sideOf(winner),
    winnerUser: userOf(winner, known),
    loserUser: userOf(loser, known),
    winnerTotalUsd: usd(winner.cents),
    loserTotalUsd: usd(loser.cents),
    potUsd: usd(cents(result.payouts.potCents)),
    feeUsd: usd(cents(result.payouts.feeCents)),
    skins: { [winner.playerId]: itemsOf(winner, known), [loser.playerId]: itemsOf(loser, known) },
    hash: round.hash,
    secret: result.secret,
    settledAt: endedAt,
  };
}

/** Rounds of coinflip as views: the only way their data leaves, each field named. A secret only comes out of a result. */
import {
  COUNTDOWN_MS,
  type CoinflipGame,
  type CoinflipHistoryRow,
  type CoinflipPhase,
  type Side,
} from '@fairpot/contract/coinflip';
import { CoinflipFact } from '@fairpot/contract/schemas/coinflip';
import { cents, usd } from '@fairpot/contract/money';
import type { FactPresenter } from '../../platform/runner/feature.ts';
import type { Clock } from '../../platform/process/ports.ts';
import { invariant } from '../../platform/runner/refused.ts';
import type { Db } from '../../platform/database/sql.ts';
import { around, itemsOf, userOf, type Around } from '../kit/around.ts';
import { fairnessOf } from '../kit/items/views.ts';
import { entryOf, roundsByIds, type Entry, type Phase, type Round } from '../kit/rounds.ts';
import { scriptedWinner } from '../kit/script.ts';

const PHASES: Record<Phase, CoinflipPhase> = {
  open: 'WAITING',
  locked: 'COUNTDOWN',
  settled: 'SETTLED',
  cancelled: 'CANCELLED',
  voided: 'VOIDED',
};

/** Views of rounds, in their order; two more statements however many they are. */
export async function presentGames(db: Db, rounds: readonly Round[], now: number): Promise<CoinflipGame[]> {
  const known = await around(
    db,
    rounds.flatMap((round) => round.entries),
  );
  return rounds.map((round) => presentGame(round, known, now));
}

function presentGame(round: Round, known: Around, now: number): CoinflipGame {
  const first = entryOf(round, 1);
  const second = round.entries[1] ?? null;
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
    winnerSide: winnerSideOf(round),
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

/** Null until the settlement, also when staff chose the winner long before. */
function winnerSideOf(round: Round): Side | null {
  if (round.phase !== 'settled') return null;
  const winner = round.result ? entryOf(round, round.result.winnerNo) : scriptedWinner(round);
  return winner && sideOf(winner);
}

function sideOf(entry: Entry): Side {
  return entry.pick === 1 ? 1 : 2;
}

/** History rows of settled rounds, in their order. */
export async function presentHistory(db: Db, rounds: readonly Round[]): Promise<CoinflipHistoryRow[]> {
  const known = await around(
    db,
    rounds.flatMap((round) => round.entries),
  );
  return rounds.map((round) => {
    const { result } = round;
    invariant(result && round.endedAt !== null, `round ${round.id} has no result`);
    const winner = entryOf(round, result.winnerNo);
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
      settledAt: round.endedAt,
    };
  });
}

const FACTS: readonly string[] = CoinflipFact.shape.type.options;
const isFact = (type: string): type is CoinflipFact['type'] => FACTS.includes(type);

/** Fills facts with the game as it is now; that may be newer than the fact, and never older. */
export function coinflipFacts(clock: Clock): FactPresenter {
  return {
    topic: 'coinflip',
    async present(db, facts) {
      const rounds = await roundsByIds(db, [...new Set(facts.map((fact) => fact.subject))]);
      const games = new Map((await presentGames(db, rounds, clock.now())).map((game) => [game.id, game]));
      return facts.map((fact): CoinflipFact | null => {
        const game = games.get(fact.subject);
        const { type } = fact;
        return game && isFact(type) ? { type, roundId: game.id, version: fact.version, game } : null;
      });
    },
  };
}

/**
 * How scripted rounds end (rulings 1.3, demo only): without secret, beacon, result or fee. choose-winner.ts decides
 * which rounds are scripted and who wins them.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Payouts } from '@fairpot/fairness/games/payout';
import type { Deps } from '../../platform/process/deps.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { retrying } from '../../platform/database/retry.ts';
import { sql, type Db, type Sql, type Tx } from '../../platform/database/sql.ts';
import { unstake, type Unstake } from '../../vault/items.ts';
import { anyLockedSql, roundsByIds, type RoundEntry, type Round } from './rounds.ts';
import type { RoundGame } from './round-game.ts';
import { closeStakes, endRounds } from './settlement/settle.ts';
import { dueForRetry, isRoundFault, setAside } from './settlement/stuck.ts';

/** Maximum number of rounds that one run of the sweep ends. */
const BATCH = 32;

/** The winning entry of a scripted round: the chosen player's first; null for any other round. */
export function scriptedWinner(round: Round): RoundEntry | null {
  const { script } = round;
  if (script === null) return null;
  const winner = round.entries.find((entry) => entry.playerId === script.winnerId);
  invariant(winner, `the chosen winner has no entry in ${round.id}`);
  return winner;
}

/** Ends due scripted rounds of items: the chosen player takes the whole pot. No result, no leaf, no fee. */
export function scriptedSweep(deps: EndDeps & Pick<Deps, 'signals'>, game: RoundGame): Sweep {
  return {
    name: `${game.game}.scripted`,
    everyMs: 500,
    due: () => anyLockedSql(game.game),
    run: async () => {
      const ended = await endScripted(deps, game.game, async (tx, rounds, at) => {
        const moves = rounds.flatMap(scriptedMoves);
        await endRounds(tx, game, 'settled', rounds, at);
        await unstake(tx, moves, at);
        await closeStakes(tx, moves);
      });
      const players = new Set(ended.flatMap((round) => round.entries.map((entry) => entry.playerId)));
      for (const player of players) deps.signals.userUpdated(player);
      return ended.length;
    },
  };
}

type EndDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
type EndRounds = (tx: Tx, rounds: readonly Round[], at: number) => Promise<void>;

/**
 * Ends due scripted rounds, a batch in one transaction; returns those it ended. When one of a batch fails, each is
 * tried separately, and those that fail for a reason of their own are set aside and retried later (stuck.ts).
 */
export async function endScripted(deps: EndDeps, game: ProvableGame, end: EndRounds): Promise<Round[]> {
  const again = await endEach(deps, game, end, await dueForRetry(deps.db, game, deps.clock.now(), true));
  try {
    return [...again, ...(await endBatch(deps, game, end, null))];
  } catch (error) {
    deps.log.error({ game, error: String(error) }, 'batch of scripted rounds failed, trying each');
  }
  return [...again, ...(await endEach(deps, game, end, await dueScriptedIds(deps.db, game, deps.clock.now(), null)))];
}

async function endEach(deps: EndDeps, game: ProvableGame, end: EndRounds, ids: readonly string[]): Promise<Round[]> {
  const ended: Round[] = [];
  for (const id of ids) {
    try {
      ended.push(...(await endBatch(deps, game, end, id)));
    } catch (error) {
      if (isRoundFault(error)) await setAside(deps, id, error);
      else deps.log.error({ roundId: id, error: String(error) }, 'scripted round failed to end');
    }
  }
  return ended;
}

function endBatch({ db, clock }: EndDeps, game: ProvableGame, end: EndRounds, onlyId: string | null): Promise<Round[]> {
  const at = clock.now();
  return retrying(() =>
    db.transaction(async (tx) => {
      const rounds = await roundsByIds(
        tx,
        await dueScriptedIds(tx, game, at, onlyId, sql`for no key update skip locked`),
      );
      if (rounds.length > 0) await end(tx, rounds, at);
      return rounds;
    }),
  );
}

function scriptedMoves(round: Round): Unstake[] {
  const winner = scriptedWinner(round);
  invariant(winner, `${round.id} is not scripted`);
  return round.entries.flatMap((entry) =>
    entry.items.map((item): Unstake => {
      const code = entry.playerId === winner.playerId ? 'RETURN' : 'WIN';
      return { item: item.id, round: round.id, code, to: winner.playerId };
    }),
  );
}

/**
 * Scalar condition: the round with this id is not scripted. For the histories of games that keep their own tables. The
 * offset makes the planner check row by row; without it, both tables may be joined whole before the page is cut off.
 */
export function notScriptedSql(roundId: Sql): Sql {
  return sql`not exists (select 1 from scripted_rounds x where x.round_id = ${roundId} offset 0)`;
}

/** Stores what a scripted round of balance shows and pays; once, in the transaction that ends it. */
export async function endScript(tx: Tx, roundId: string, outcome: Outcome, payouts: Payouts): Promise<void> {
  const set = await tx.run(sql`
    update scripted_rounds set outcome = ${JSON.stringify(outcome)}::jsonb, payouts = ${JSON.stringify(payouts)}::jsonb
    where round_id = ${roundId} and outcome is null`);
  invariant(set === 1, `scripted round ${roundId} has already ended`);
}

/** Locked scripted rounds of a game that are due, except those set aside; or only the given round, set aside or not. */
async function dueScriptedIds(
  db: Db,
  game: ProvableGame,
  now: number,
  onlyId: string | null,
  hold = sql``,
): Promise<string[]> {
  const which = onlyId === null ? sql`and not stuck` : sql`and id = ${onlyId}`;
  const rows = await db.many<{ id: string }>(sql`
    select id from rounds where game = ${game} and phase = 'locked' and due_at <= ${now} and scripted ${which}
    order by due_at, id limit ${BATCH} ${hold}`);
  return rows.map((row) => row.id);
}

/**
 * Choosing the winner of a scripted round (rulings 1.3, demo only): staff pick who wins an open round that holds only
 * staff and house personas. The games bind their setWinner call here. Invariants: a round with a player's stake or a
 * locked round can never become scripted; every attempt is recorded, granted or not.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import { staffAndPersonas } from '../../accounts/people.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { CommandContext, TransactionContext } from '../../platform/runner/feature.ts';
import { sql, type Db, type Pool, type Tx } from '../../platform/database/sql.ts';
import { appendLeaves, scriptedLeaf } from './leaves.ts';
import { stepRounds } from './open.ts';
import { selectRoundsForUpdate, roundById, takeTurn, type RoundEntry, type Round } from './rounds.ts';
import { orRefuse, type RuleResult } from '../../platform/runner/refused.ts';

/** A player with a stake in the round. */
export type RoundPlayer = Pick<RoundEntry, 'playerId' | 'pseudonym'>;

/** An open round and its players: its entries, or its seats when the game has no entries before the lock. */
export interface ScriptableRound {
  readonly round: Round;
  readonly players: readonly RoundPlayer[];
}

/**
 * May staff choose this winner? Pure. `house`: the staff and house personas among the round's players. Anything but an
 * open round of theirs alone is 403 'Forbidden resource'; the winner must be in the round.
 */
function admitScript(
  found: ScriptableRound | undefined,
  winnerId: string,
  house: ReadonlySet<string>,
): RuleResult<{ readonly round: Round; readonly winner: RoundPlayer }> {
  if (!found) return { refused: 'NO_GAME' };
  const { round, players } = found;
  if (round.phase !== 'open') return { refused: 'FORBIDDEN' };
  if (!players.every((each) => house.has(each.playerId))) return { refused: 'FORBIDDEN' };
  const winner = players.find((each) => each.playerId === winnerId);
  return winner ? { value: { round, winner } } : { refused: 'FORBIDDEN' };
}

export interface WinnerRequest {
  readonly gameId: string;
  readonly userId: string;
  /** Games of teams: the minimum lead of the winner's team. */
  readonly leadCents?: number;
}

/** Loads the round, which the transaction has locked. Throws Refused when its game has a refusal of its own. */
export type LoadScriptableRound = (tx: Tx) => Promise<ScriptableRound | undefined>;

interface WinnerAnswer {
  readonly gameId: string;
  readonly userId: string;
}

/** The steps of a command that chooses a winner. */
interface WinnerSteps<Input> {
  run(ctx: TransactionContext, input: Input): Promise<WinnerAnswer>;
  refused(ctx: CommandContext & { readonly db: Pool }, input: Input, code: RefusalCode): Promise<void>;
}

/**
 * The steps of one game's setWinner call. Refused attempts are recorded and logged. `requestOf` reads the request from the
 * input, with the game's own way to load the round if it has one; it throws Refused for an invalid input.
 */
export function winnerSteps<Input>(
  deps: Pick<Deps, 'log'>,
  game: ProvableGame,
  requestOf: (input: Input) => WinnerRequest & { readonly load?: LoadScriptableRound },
): WinnerSteps<Input> {
  return {
    run: async ({ tx, actor, now }, input) => {
      const { gameId, userId, leadCents = null, load = loadEntries(game, gameId) } = requestOf(input);
      await Promise.all([takeTurn(tx, game), tx.run(selectRoundsForUpdate(game, [gameId]))]);
      const found = await load(tx);
      const house = await staffAndPersonas(tx, found?.players.map((each) => each.playerId) ?? []);
      const { round, winner } = orRefuse(admitScript(found, userId, house));
      await writeScript(tx, round, { actorId: actor.id, winner, leadCents, at: now });
      return { gameId, userId };
    },
    refused: async ({ db, actor, now }, input, code) => {
      const { gameId, userId } = requestOf(input);
      const staffId = actor.id;
      deps.log.warn({ game, roundId: gameId, winnerId: userId, staffId, code }, 'winner not chosen');
      await recordAttempt(db, { at: now, staffId, game, roundId: gameId, winnerId: userId, refused: code });
    },
  };
}

/** Loads the round with its entries as players. */
function loadEntries(game: ProvableGame, gameId: string) {
  return async (db: Db): Promise<ScriptableRound | undefined> => {
    const round = await roundById(db, game, gameId);
    return round && { round, players: round.entries };
  };
}

interface WinnerChoice {
  readonly actorId: string;
  readonly winner: RoundPlayer;
  readonly leadCents: number | null;
  readonly at: number;
}

/** Makes the round scripted, or changes the winner of a scripted round. */
async function writeScript(tx: Tx, round: Round, { actorId, winner, leadCents, at }: WinnerChoice): Promise<void> {
  const { id, game } = round;
  const winnerId = winner.playerId;
  await Promise.all([
    tx.run(sql`update rounds set scripted = true where id = ${id}`),
    stepRounds(tx, game, 'scripted', [{ ...round, at }]),
    tx.run(sql`
      insert into scripted_rounds (round_id, winner_id, lead_cents, set_by, set_at)
      values (${id}, ${winnerId}, ${leadCents}, ${actorId}, ${at})
      on conflict (round_id) do update set winner_id = excluded.winner_id, lead_cents = excluded.lead_cents,
        set_by = excluded.set_by, set_at = excluded.set_at`),
    appendLeaves(tx, [{ kind: 'scripted', roundId: id, body: scriptedLeaf(round, winner.pseudonym, at) }], at),
    recordAttempt(tx, { at, staffId: actorId, game, roundId: id, winnerId, refused: null }),
  ]);
}

interface ScriptAttempt {
  readonly at: number;
  readonly staffId: string;
  readonly game: ProvableGame;
  readonly roundId: string;
  readonly winnerId: string;
  /** Null: granted. */
  readonly refused: RefusalCode | null;
}

async function recordAttempt(db: Db, { at, staffId, game, roundId, winnerId, refused }: ScriptAttempt): Promise<void> {
  await db.run(sql`
    insert into script_tries (at, staff_id, game, round_id, winner_id, refused)
    values (${at}, ${staffId}, ${game}, ${roundId}, ${winnerId}, ${refused})`);
}

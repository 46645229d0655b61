/**
 * Scripted rounds (rulings 1.3, demo only): staff says who wins a round that is open and holds nobody but staff and house
 * personas. The games bind their setWinner call here. Invariants: no round with a player's stake in it can become one, and
 * none that is locked; every try is written down, granted or not; a scripted round settles without secret, beacon or fee.
 */
import type { Game } from '@fairpot/contract/fair';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Payouts } from '@fairpot/fairness/games/payout';
import { staffAndPersonas } from '../../accounts/front.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Receipt, Sweep } from '../../platform/runner/feature.ts';
import { invariant, Refused } from '../../platform/runner/refused.ts';
import { retrying } from '../../platform/database/retry.ts';
import { sql, type Db, type Sql, type Tx } from '../../platform/database/sql.ts';
import { unstake, type Unstake } from '../../vault/items.ts';
import { decideAndWrite, type HotContext } from './decide-and-write.ts';
import { scriptedLeaf } from './leaves.ts';
import { roundById, roundsByIds, type Entry, type Round } from './rounds.ts';
import type { RoundGame } from './round-game.ts';
import { orRefuse, type Ruling } from './ruling.ts';
import { closeStakes, endRounds } from './settlement/settle.ts';
import { dueAgain, isOfTheRound, setAside } from './settlement/stuck.ts';

/** Rounds that one run of the sweep ends at most. */
const BATCH = 32;

/** Who is in a round with a stake. */
export type Staked = Pick<Entry, 'playerId' | 'pseudonym'>;

/** An open round and who is in it: its entries, or the seats of a game that has no entries before its lock. */
export interface Scriptable {
  readonly round: Round;
  readonly players: readonly Staked[];
}

/**
 * May staff choose this winner? Pure. `house`: staff and house personas among the round's players. Everything but an open
 * round of theirs alone is 403 'Forbidden resource'; the winner must be in it.
 */
function admitScript(
  found: Scriptable | undefined,
  winnerId: string,
  house: ReadonlySet<string>,
): Ruling<{ readonly round: Round; readonly winner: Staked }> {
  if (!found) return { refused: 'NO_GAME' };
  const { round, players } = found;
  if (round.phase !== 'open') return { refused: 'FORBIDDEN' };
  if (!players.every((each) => house.has(each.playerId))) return { refused: 'FORBIDDEN' };
  const winner = players.find((each) => each.playerId === winnerId);
  return winner ? { value: { round, winner } } : { refused: 'FORBIDDEN' };
}

/** The entry that a scripted round was told to let win: the chosen player's first; null for any other round. */
export function scriptedWinner(round: Round): Entry | null {
  const { script } = round;
  if (script === null) return null;
  const winner = round.entries.find((entry) => entry.playerId === script.winnerId);
  invariant(winner, `the chosen winner of ${round.id} is not in it`);
  return winner;
}

export interface ScriptWish {
  readonly gameId: string;
  readonly userId: string;
  /** Games of teams: the least lead of the winner's team. */
  readonly leadCents?: number;
}

/** Loads the round; throws Refused for what its game refuses beyond the kit. */
export type LoadScriptable = (db: Db) => Promise<Scriptable | undefined>;

/** What a granted choice writes. */
interface ScriptWrite {
  readonly receipt: Receipt;
  readonly response: Chosen;
  readonly round: Round;
  readonly winnerId: string;
  readonly leadCents: number | null;
  readonly leaf: string;
  readonly at: number;
}

interface Chosen {
  readonly gameId: string;
  readonly userId: string;
}

/** Runs a setWinner call of one game: load, decide, write. A refused try is written down and logged before it is told. */
export async function chooseWinner(
  deps: Pick<Deps, 'log' | 'clock'>,
  game: Game,
  ctx: HotContext,
  { gameId, userId, leadCents }: ScriptWish,
  load: LoadScriptable = loadEntries(game, gameId),
) {
  try {
    return await decideAndWrite(ctx, {
      async load() {
        const found = await load(ctx.db);
        return { found, house: await staffAndPersonas(ctx.db, found?.players.map((each) => each.playerId) ?? []) };
      },
      decide({ found, house }): ScriptWrite {
        const { round, winner } = orRefuse(admitScript(found, userId, house));
        const leaf = scriptedLeaf(round, winner.pseudonym, ctx.now);
        const { receipt, now: at } = ctx;
        return {
          receipt,
          response: { gameId, userId },
          round,
          winnerId: userId,
          leadCents: leadCents ?? null,
          leaf,
          at,
        };
      },
      write: (decided) => ctx.db.one<{ earlier: Chosen | null }>(scriptSql(game, decided)),
    });
  } catch (error) {
    if (error instanceof Refused) await writeDown(deps, game, ctx, { gameId, userId }, error.code);
    throw error;
  }
}

/** The round with its entries as players. */
function loadEntries(game: Game, gameId: string) {
  return async (db: Db): Promise<Scriptable | undefined> => {
    const round = await roundById(db, game, gameId);
    return round && { round, players: round.entries };
  };
}

/** One statement; column `earlier` as `decideAndWrite` wants it. Takes its turn among those who enter the round. */
function scriptSql(game: Game, write: ScriptWrite): Sql {
  const { receipt, response, round, winnerId, leadCents, leaf, at } = write;
  return sql`select round_script(${receipt.playerId}, ${receipt.key}, ${receipt.call}, ${receipt.inputHash},
    ${JSON.stringify(response)}::jsonb, ${round.id}, ${round.version}, ${game}, ${winnerId}, ${leadCents}, ${leaf},
    ${at}) as earlier`;
}

async function writeDown(
  { log }: Pick<Deps, 'log'>,
  game: Game,
  { db, receipt, now }: HotContext,
  { gameId, userId }: ScriptWish,
  code: string,
): Promise<void> {
  log.warn({ game, roundId: gameId, winnerId: userId, staffId: receipt.playerId, code }, 'a winner was not chosen');
  await db.run(sql`
    insert into script_tries (at, staff_id, game, round_id, winner_id, refused)
    values (${now}, ${receipt.playerId}, ${game}, ${gameId}, ${userId}, ${code})`);
}

/** Ends scripted rounds of items whose time has come: the chosen player takes the whole pot. No result, no leaf, no fee. */
export function scriptedSweep(deps: EndDeps & Pick<Deps, 'signals'>, game: RoundGame): Sweep {
  return {
    name: `${game.game}.scripted`,
    everyMs: 500,
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
type End = (tx: Tx, rounds: readonly Round[], at: number) => Promise<void>;

/**
 * Ends scripted rounds whose time has come, a batch in one transaction; returns those it ended. When one of a batch fails, each is
 * tried by itself, and those that fail for a reason of their own are set aside and tried again later (stuck.ts).
 */
export async function endScripted(deps: EndDeps, game: Game, end: End): Promise<Round[]> {
  const again = await endEach(deps, game, end, await dueAgain(deps.db, game, deps.clock.now(), true));
  try {
    return [...again, ...(await endBatch(deps, game, end, null))];
  } catch (error) {
    deps.log.error({ game, error: String(error) }, 'a batch of scripted rounds could not be ended, trying each');
  }
  return [...again, ...(await endEach(deps, game, end, await dueScriptedIds(deps.db, game, deps.clock.now(), null)))];
}

async function endEach(deps: EndDeps, game: Game, end: End, ids: readonly string[]): Promise<Round[]> {
  const ended: Round[] = [];
  for (const id of ids) {
    try {
      ended.push(...(await endBatch(deps, game, end, id)));
    } catch (error) {
      if (isOfTheRound(error)) await setAside(deps, id, error);
      else deps.log.error({ roundId: id, error: String(error) }, 'a scripted round could not be ended');
    }
  }
  return ended;
}

function endBatch({ db, clock }: EndDeps, game: Game, end: End, onlyId: string | null): Promise<Round[]> {
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
 * Scalar condition: the round of this id is not scripted. For the histories of games that keep their own tables. With the
 * offset it is asked row by row; without, both tables may be joined whole before the page is cut off.
 */
export function notScriptedSql(roundId: Sql): Sql {
  return sql`not exists (select 1 from scripted_rounds x where x.round_id = ${roundId} offset 0)`;
}

/** Says what a scripted round of balance shows and pays; once, in the transaction that ends it. */
export async function endScript(tx: Tx, roundId: string, outcome: Outcome, payouts: Payouts): Promise<void> {
  const set = await tx.run(sql`
    update scripted_rounds set outcome = ${JSON.stringify(outcome)}::jsonb, payouts = ${JSON.stringify(payouts)}::jsonb
    where round_id = ${roundId} and outcome is null`);
  invariant(set === 1, `scripted round ${roundId} has ended before`);
}

/** Locked scripted rounds of a game whose time has come, those set aside left out; or this one alone, whether or not it is. */
async function dueScriptedIds(db: Db, game: Game, now: number, onlyId: string | null, hold = sql``): Promise<string[]> {
  const which = onlyId === null ? sql`and not stuck` : sql`and id = ${onlyId}`;
  const rows = await db.many<{ id: string }>(sql`
    select id from rounds where game = ${game} and phase = 'locked' and due_at <= ${now} and scripted ${which}
    order by due_at, id limit ${BATCH} ${hold}`);
  return rows.map((row) => row.id);
}

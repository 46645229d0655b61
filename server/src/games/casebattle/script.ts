/**
 * Scripted battles (rulings 1.3, demo only): staff choose which participant's team wins a waiting battle that holds only staff and
 * house personas. It starts without a lock record and ends with made-up drops, marked as such and paid in play money like any
 * other; no result, proof, history or statistics.
 */
import type { setCasebattleWinner } from '@fairpot/contract/casebattle/schemas';
import { parseTeamId } from '@fairpot/contract/casebattle/views';
import { cents } from '@fairpot/contract/wire/money';
import { uniform } from '@fairpot/fairness/base/uniform';
import type { Deps } from '../../platform/process/deps.ts';
import type { CommandSteps, Sweep } from '../../platform/runner/feature.ts';
import { getKnown, invariant, refuse } from '../../platform/runner/refused.ts';
import { centsOfInput } from '../../platform/runner/usd-input.ts';
import type { Db, Tx } from '../../platform/database/sql.ts';
import { closeRounds } from '../kit/lock.ts';
import { anyLockedSql, roundById, type Round } from '../kit/rounds.ts';
import { winnerSteps, type ScriptableRound } from '../kit/choose-winner.ts';
import { endScripted, endScript } from '../kit/script.ts';
import { endRounds } from '../kit/settlement/settle.ts';
import { casebattle } from './casebattle.ts';
import { tableName, tablesByRefs } from './cases/case-store.ts';
import { caseTableOf } from './lock.ts';
import { placesOf, replayOf } from './rules.ts';
import { greatestLead, scriptedOutcome, scriptedPayouts, type ScriptedBattle } from './scripted-outcome.ts';
import { battlesByIds, setReplay, type Battle } from './store.ts';

/** From the last seat to the result: it waits for no beacon, and ends about when an ordinary battle would. */
const SCRIPTED_WAIT_MS = 6_000;

/** Demo only: `deviationAmountUsd` is the minimum lead of the team (rulings 1.3). */
export function setWinner(deps: Deps): CommandSteps<typeof setCasebattleWinner> {
  return winnerSteps(deps, 'casebattle', ({ userId, teamId, deviationAmountUsd }) => {
    const { battleId: gameId, team } = parseTeamId(teamId);
    const leadCents = centsOfInput('deviationAmountUsd', deviationAmountUsd);
    const load = (tx: Tx) => loadBattle(tx, gameId, { userId, team, leadCents });
    return { gameId, userId, leadCents, load };
  });
}

interface ChosenWinner {
  readonly userId: string;
  readonly team: number;
  readonly leadCents: number;
}

/** The battle with its seats as players. Refuses a participant who is not in that team, and a lead that no drops reach. */
async function loadBattle(
  db: Db,
  id: string,
  { userId, team, leadCents }: ChosenWinner,
): Promise<ScriptableRound | undefined> {
  const round = await roundById(db, 'casebattle', id);
  const [battle] = await battlesByIds(db, [id]);
  if (!round || !battle) return undefined;
  const seat = battle.seats.find((each) => each.playerId === userId);
  if (seat?.team !== team) return refuse('FORBIDDEN');
  const full = { ...(await scriptedBattle(db, battle)), seats: placesOf(battle.type).map(unnamed) };
  if (leadCents > greatestLead(full)) {
    return refuse('BAD_INPUT', { detail: 'deviationAmountUsd: these cases cannot give such a lead' });
  }
  return { round, players: battle.seats };
}

const unnamed = (place: { readonly team: number; readonly seat: number }) => ({ ...place, pseudonym: '' });

async function scriptedBattle(db: Db, { cases, seats, mode }: Battle): Promise<ScriptedBattle> {
  const known = await tablesByRefs(db, cases);
  const tables = cases.map((ref) => caseTableOf(getKnown(known, tableName(ref))));
  return { tables, seats, mode };
}

/** Locks a full scripted battle: no record, no beacon, no leaf. */
export function lockScripted(tx: Tx, { id, version }: Round, at: number): Promise<void> {
  const lock = { text: null, drandRound: null, dueAt: at + SCRIPTED_WAIT_MS };
  return closeRounds(tx, 'casebattle', [{ id, version, ...lock, lockedAt: at, loadedAt: null }]);
}

/** Publishes the end of scripted battles that are due; `paySweep` pays them when the replay is over. */
export function scriptedBattleSweep(deps: Deps): Sweep {
  const game = casebattle(deps);
  return {
    name: 'casebattle.scripted',
    everyMs: 500,
    due: () => anyLockedSql('casebattle'),
    run: async () => {
      const ended = await endScripted(deps, 'casebattle', async (tx, rounds, at) => {
        for (const round of rounds) await reveal(tx, deps, round, at);
        await endRounds(tx, game, 'settled', rounds, at);
      });
      return ended.length;
    },
  };
}

async function reveal(tx: Tx, { random }: Pick<Deps, 'random'>, { id, script }: Round, at: number): Promise<void> {
  const [found] = await battlesByIds(tx, [id]);
  invariant(found && script, `${id} is not a scripted battle`);
  const winner = found.seats.find((seat) => seat.playerId === script.winnerId);
  invariant(winner, `the chosen winner has no entry in ${id}`);
  const battle = await scriptedBattle(tx, found);
  const key = random.bytes(32);
  const sample = (n: number, label: string) => uniform(key, n, label);
  const outcome = scriptedOutcome(battle, winner.team, script.leadCents ?? cents(1), sample);
  await endScript(tx, id, outcome, scriptedPayouts(battle, outcome));
  await setReplay(tx, id, replayOf(found.cases.length, outcome, at));
}

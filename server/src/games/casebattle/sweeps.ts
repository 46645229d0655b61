/**
 * The end of a battle: once the replay has shown the last drop, the winners are paid from the escrow, results are counted and the
 * battle is FINISHED. Every node may run it: battles are claimed with SKIP LOCKED and their due time is in the database, so a
 * restart at any point pays each of them once.
 */
import { recordResults, type GameResult } from '../../accounts/results.ts';
import { push } from '../../notifications/front.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { stepRounds } from '../kit/open.ts';
import { isRoundFault } from '../kit/settlement/stuck.ts';
import { payWins } from './money.ts';
import { outcomeOfBattle, winsOf, type BattleWinnings } from './rules.ts';
import { closeBattle, lockUnpaid, postponePayment, anyUnpaidSql, unpaidBattles, type Battle } from './store.ts';

/** Battles loaded at a time. */
const PAGE = 100;

export function paySweep(deps: Deps): Sweep {
  return {
    name: 'casebattle.pay',
    everyMs: 500,
    due: () => anyUnpaidSql,
    async run(signal) {
      const now = deps.clock.now();
      let done = 0;
      let page = await unpaidBattles(deps.db, now, null, PAGE);
      for (let last = page.at(-1); last && !signal.aborted; last = page.at(-1)) {
        for (const { id } of page) if (!signal.aborted) done += await tryPay(deps, id);
        // Starts after the last one: battles that cannot be paid are passed, however many there are.
        page = await unpaidBattles(deps.db, now, last, PAGE);
      }
      return done;
    },
  };
}

/**
 * A battle that cannot be paid holds up no other: it stays as it is and is retried at growing intervals (kit/settlement/stuck.ts).
 */
async function tryPay(deps: Deps, id: string): Promise<number> {
  try {
    const players = await pay(deps, id);
    for (const player of players) deps.signals.userUpdated(player);
    return players.length > 0 ? 1 : 0;
  } catch (error) {
    const later = isRoundFault(error) ? await postponePayment(deps.db, id, deps.clock.now()) : {};
    deps.log.error({ roundId: id, ...later, error: String(error) }, 'battle payment failed');
    return 0;
  }
}

/** The players, if this call paid the battle; none if another call does. */
function pay({ db, clock, ids }: Deps, id: string): Promise<readonly string[]> {
  const payOnce = async (tx: Tx) => {
    const battle = await lockUnpaid(tx, id);
    if (!battle) return [];
    invariant(outcomeOfBattle(battle.round), `battle ${id} has no result to pay`);
    await finish(tx, battle, winsOf(battle.round), { ids, at: clock.now() });
    return battle.seats.map((seat) => seat.playerId);
  };
  return retrying(() => db.transaction(payOnce));
}

async function finish(
  tx: Tx,
  battle: Battle,
  wins: readonly BattleWinnings[],
  step: Pick<Deps, 'ids'> & { at: number },
) {
  const { id, round } = battle;
  await stepRounds(tx, 'casebattle', 'finished', [{ id, version: round.version, at: step.at }]);
  await payWins(tx, battle, wins, step);
  await closeBattle(tx, id, step.at, true);
  // A scripted battle counts in no statistics and gives no experience (rulings 1.3).
  if (!round.scripted) await recordResults(tx, resultsOf(battle, wins, step.at));
  const playerIds = battle.seats.map((seat) => seat.playerId);
  await push(tx, { playerIds, message: 'battleOver', path: `/casebattles/${id}`, subject: id }, step.at);
}

/** One result per seat: a player has one seat in a battle. */
export function resultsOf(
  { id, seats }: Pick<Battle, 'id' | 'seats'>,
  wins: readonly BattleWinnings[],
  at: number,
): GameResult[] {
  const wonBy = new Map(wins.map((win) => [win.playerId, win.cents]));
  return seats.map(({ playerId, cents: stakedCents }): GameResult => ({
    playerId,
    roundId: id,
    game: 'casebattle',
    at,
    won: wonBy.has(playerId),
    stakedCents,
    wonCents: wonBy.get(playerId) ?? 0,
    feeCents: 0,
  }));
}

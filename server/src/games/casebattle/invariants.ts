/** Invariants of battles, seats and their money at every commit; tests check them after each command. */
import { canon } from '@fairpot/fairness/encoding/canon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { everyOpenStakeSql } from '../../accounts/open-stakes.ts';
import { moneyOf } from '../../ledger/escrow.ts';
import type { Invariant } from '../../platform/runner/feature.ts';
import type { Db } from '../../platform/database/sql.ts';
import { recordInvariants } from '../kit/invariants.ts';
import { tableName, tablesByRefs } from './cases/case-store.ts';
import { caseTableOf } from './lock.ts';
import { placesOf, winsOf } from './rules.ts';
import { allIds, battlesByIds, type Battle } from './store.ts';

export function casebattleInvariants(): Invariant[] {
  return [
    ...recordInvariants('casebattle'),
    { name: 'casebattle: money is where the phase of the battle puts it', check: misplacedMoney },
    { name: 'casebattle: seats, entries and lock agree', check: disagreements },
    { name: 'casebattle: a seat is at stake until its battle is over', check: stakesOfSeats },
    { name: 'casebattle: a lock holds the tables that the battle was opened with', check: foreignTables },
  ];
}

async function allBattles(db: Db): Promise<Battle[]> {
  return battlesByIds(db, await allIds(db));
}

/** What each battle should hold: reserved while it waits, in escrow until it is paid, nothing afterwards. */
async function misplacedMoney(db: Db): Promise<string[]> {
  const battles = await allBattles(db);
  const lines: string[] = [];
  for (const battle of battles) {
    const staked = battle.seats.reduce((sum, seat) => sum + seat.cents, 0);
    const { phase } = battle.round;
    const running = battle.closedAt === null;
    const should = {
      held: phase === 'open' ? staked : 0,
      escrow: running && phase !== 'open' ? staked : 0,
      won: battle.paidAt === null ? 0 : winsOf(battle.round).reduce((sum, win) => sum + win.cents, 0),
    };
    const is = await moneyOf(db, battle.id);
    if (canon(is) !== canon(should)) lines.push(`${battle.id} (${phase}) has ${canon(is)}, not ${canon(should)}`);
  }
  return lines;
}

async function stakesOfSeats(db: Db): Promise<string[]> {
  const atStake = new Map(
    (await db.many<{ round_id: string; player_id: string; cents: number }>(everyOpenStakeSql)).map((stake) => [
      `${stake.round_id} ${stake.player_id}`,
      stake.cents,
    ]),
  );
  return (await allBattles(db)).flatMap(({ id, round, seats, closedAt }) => {
    // A scripted battle counts for nothing once its end is fixed.
    const running = closedAt === null && !(round.scripted && round.phase === 'settled');
    return seats.flatMap((seat) => {
      const is = atStake.get(`${id} ${seat.playerId}`) ?? 0;
      const should = running ? seat.cents : 0;
      return is === should ? [] : [`${seat.playerId} has ${is} at stake in ${id}, not ${should}`];
    });
  });
}

async function disagreements(db: Db): Promise<string[]> {
  return (await allBattles(db)).flatMap((battle) => {
    const { id, round, seats, type, closedAt, paidAt } = battle;
    const places = placesOf(type);
    const problems = [
      seats.some((seat) => !places.some((place) => place.team === seat.team && place.seat === seat.seat)) &&
        'a seat that its type does not have',
      round.phase === 'open' && seats.length >= places.length && 'full but not started',
      round.phase === 'open' && seats.every((seat) => seat.playerId !== battle.creatorId) && 'without its creator',
      round.lockedAt !== null && seats.length !== places.length && 'started but not full',
      round.lockedAt !== null &&
        canon(round.entries.map((e) => [e.playerId, e.pick, e.cents])) !==
          canon(seats.map((s) => [s.playerId, s.team, s.cents])) &&
        'entries that differ from its seats',
      ['cancelled', 'voided'].includes(round.phase) !== (closedAt !== null && paidAt === null) &&
        'closed inconsistently',
      (round.phase === 'settled') !== (battle.replay !== null) && 'a replay without a result, or the other way round',
    ];
    return problems.flatMap((problem) => (problem === false ? [] : [`${id} is ${round.phase}: ${problem}`]));
  });
}

async function foreignTables(db: Db): Promise<string[]> {
  const battles = (await allBattles(db)).filter((battle) => battle.round.lockText !== null);
  const tables = await tablesByRefs(
    db,
    battles.flatMap((battle) => battle.cases),
  );
  return battles.flatMap(({ id, cases, round, mode }) => {
    const lock = parseLock(JSON.parse(round.lockText ?? 'null'));
    if (lock.game !== 'casebattle') return [`${id} has the lock of a ${lock.game}`];
    const held = cases.map((ref) => tables.get(tableName(ref))).map((table) => (table ? caseTableOf(table) : null));
    const lines = canon(held) === canon([...lock.cases]) ? [] : [`${id} was locked with other tables`];
    if ((lock.mode ?? 'NORMAL') !== mode) lines.push(`${id} is ${mode}, its lock ${lock.mode ?? 'NORMAL'}`);
    return lines;
  });
}

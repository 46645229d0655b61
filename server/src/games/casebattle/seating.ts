/**
 * Taking seats: the one way into a battle, for players and for bots that a creator calls. Runs in the caller's transaction with the
 * battle's row locked; the last seat locks the battle in the same transaction. A scripted battle (demo only; `admitJoin` admits
 * only staff and personas) starts without a record.
 */
import type { LockedBlock } from '@fairpot/fairness/base/lock-base';
import type { Deps } from '../../platform/process/deps.ts';
import { getKnown, refuse } from '../../platform/runner/refused.ts';
import { columnOf, sql, type Tx } from '../../platform/database/sql.ts';
import { pseudonyms } from '../../accounts/people.ts';
import { countStakes } from '../../protection/front.ts';
import { closeRounds, sealFor } from '../kit/lock.ts';
import { stepRounds } from '../kit/open.ts';
import { tableName, tablesByRefs } from './cases/case-store.ts';
import { battleLock } from './lock.ts';
import { holdSeat, stakeHolds } from './money.ts';
import { placesOf, type SeatPlace } from './rules.ts';
import { lockScripted } from './script.ts';
import { insertSeats, type Battle, type SeatRow } from './store.ts';

export type SeatDeps = Pick<Deps, 'ids' | 'clock' | 'drandChain' | 'gateways'>;

export interface NewSeat extends SeatPlace {
  readonly playerId: string;
  /** An API key of the player takes it. */
  readonly byKey: boolean;
}

/**
 * Seats these players, each once, on free places; true when that started the battle. Refuses NOT_ENOUGH_BALANCE, and the last seat
 * BEACON_UNKNOWN when this node's clock is in doubt (`trouble`).
 */
export async function takeSeats(
  tx: Tx,
  deps: SeatDeps,
  battle: Battle,
  wanted: readonly NewSeat[],
  trouble: string | null,
): Promise<boolean> {
  const at = deps.clock.now();
  const full = battle.seats.length + wanted.length === placesOf(battle.type).length;
  if (full && !battle.round.scripted && trouble !== null) refuse('BEACON_UNKNOWN');
  const seats = await seatPlayers(tx, deps, battle, wanted, at);
  if (!full) await stepRounds(tx, 'casebattle', 'joined', [{ ...battle.round, at }]);
  else await start(tx, deps, { ...battle, seats: [...battle.seats, ...seats] }, at);
  return full;
}

/** Writes seats at the battle's price: counts them against their players' limits and holds the money. Refuses what limits refuse. */
export async function seatPlayers(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { id, priceCents }: Pick<Battle, 'id' | 'priceCents'>,
  wanted: readonly NewSeat[],
  at: number,
): Promise<SeatRow[]> {
  const names = await pseudonyms(tx, columnOf(wanted, 'playerId'));
  const seats = wanted.map(({ playerId, team, seat, byKey }): SeatRow => {
    const pseudonym = getKnown(names, playerId);
    return { id: ids.next('entry'), team, seat, playerId, pseudonym, cents: priceCents, at, byKey };
  });
  const refusal = (await countStakes(tx, seats)).find((each) => each !== null);
  if (refusal) throw refusal;
  await insertSeats(tx, id, seats);
  for (const seat of seats) await holdSeat(tx, id, seat, { ids, at });
  return seats;
}

/** The battle is full: builds and logs its record, turns every seat into an entry, and moves the money into escrow. */
async function start(tx: Tx, deps: SeatDeps, battle: Battle, at: number): Promise<void> {
  const { id, round } = battle;
  const seats = [...battle.seats].sort((a, b) => a.team - b.team || a.seat - b.seat);
  if (round.scripted) await lockScripted(tx, round, at);
  else await lock(tx, deps, battle, seats, at);
  await tx.many(sql`
    select round_enter_balance(${id}, s.no, s."playerId", s.pseudonym, s.team, s.cents, s.at)
    from jsonb_to_recordset(${JSON.stringify(seats.map((seat, n) => ({ ...seat, no: n + 1 })))}::jsonb)
      as s (no integer, "playerId" text, pseudonym text, team integer, cents bigint, at bigint)`);
  await stakeHolds(tx, id, seats, { ids: deps.ids, at });
}

async function lock(tx: Tx, deps: SeatDeps, battle: Battle, seats: readonly SeatRow[], at: number): Promise<void> {
  const { id, round } = battle;
  const known = await tablesByRefs(tx, battle.cases);
  const tables = battle.cases.map((ref) => getKnown(known, tableName(ref)));
  const chain = deps.drandChain;
  const { seal, loadedAt } = await sealFor(tx, id, 'casebattle', at, chain);
  const eos = lockedBlock(deps);
  const made = battleLock(round, battle, seats, tables, { lockedAt: at, seal, eos, chain });
  await closeRounds(tx, 'casebattle', [{ id, version: round.version, ...made, lockedAt: at, loadedAt }]);
}

/** The newest final block that two nodes recently reported; no battle waits for one. */
function lockedBlock({ gateways }: SeatDeps): LockedBlock | null {
  const block = gateways.beacons.finalBlock();
  return block && { chain: block.chain, block: block.block, id: block.id };
}

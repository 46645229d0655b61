/**
 * Taking seats: the one way into a battle, for players and for bots that a creator calls. Runs in the caller's transaction
 * with the battle's row locked; the last seat locks the battle in the same transaction.
 * A scripted battle (demo only; `admitJoin` lets nobody but staff and personas in) starts without a record.
 */
import type { Deps } from '../../platform/deps.ts';
import { invariant } from '../../platform/refused.ts';
import { sql, type Tx } from '../../platform/sql.ts';
import { pseudonyms } from '../../accounts/front.ts';
import { isFresh, type EosHead } from '../kit/eos-head.ts';
import { tableName, tablesByRefs } from './case-store.ts';
import { battleLock } from './lock.ts';
import { holdSeat, stakeAll } from './money.ts';
import { placesOf, type Place } from './rules.ts';
import { lockScripted } from './script.ts';
import { insertSeats, type Battle, type Seat } from './store.ts';

/** Thrown when the last seat is taken and no fresh head of EOS is at hand: undo, ask for one, do it again. */
export class HeadWanted extends Error {}

export type SeatDeps = Pick<Deps, 'ids' | 'clock' | 'drandChain'>;

export interface NewSeat extends Place {
  readonly playerId: string;
}

/** Seats these players, each once, on free places; true when that started the battle. Refuses NOT_ENOUGH_BALANCE. */
export async function takeSeats(
  tx: Tx,
  deps: SeatDeps,
  battle: Battle,
  wanted: readonly NewSeat[],
  head: EosHead | null,
): Promise<boolean> {
  const at = deps.clock.now();
  const full = battle.seats.length + wanted.length === placesOf(battle.type).length;
  const { scripted } = battle.round;
  if (full && !scripted && (head === null || !isFresh(head, at))) throw new HeadWanted();
  const seats = await makeSeats(tx, deps, battle, wanted, at);
  await insertSeats(tx, battle.id, seats);
  for (const seat of seats) await holdSeat(tx, battle.id, seat, { ids: deps.ids, at });
  if (!full) await tx.one(sql`select round_step(${battle.id}, ${battle.round.version}, 'open', 'joined', ${at})`);
  else await start(tx, deps, { ...battle, seats: [...battle.seats, ...seats] }, head, at);
  return full;
}

/** Rows of seats that are about to be taken, at the battle's price. */
export async function makeSeats(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { priceCents }: Pick<Battle, 'priceCents'>,
  wanted: readonly NewSeat[],
  at: number,
): Promise<Seat[]> {
  const names = await pseudonyms(
    tx,
    wanted.map((seat) => seat.playerId),
  );
  return wanted.map(({ playerId, team, seat }): Seat => {
    const pseudonym = names.get(playerId);
    invariant(pseudonym, `player ${playerId} has no pseudonym`);
    return { id: ids.next('entry'), team, seat, playerId, pseudonym, cents: priceCents, at };
  });
}

/** The battle is full: its record is made and logged, every seat becomes an entry, and the money moves into escrow. */
async function start(tx: Tx, deps: SeatDeps, battle: Battle, head: EosHead | null, at: number): Promise<void> {
  const { id, round } = battle;
  const seats = [...battle.seats].sort((a, b) => a.team - b.team || a.seat - b.seat);
  if (round.scripted) await lockScripted(tx, round, at);
  else await lockOnBlock(tx, deps, battle, seats, head, at);
  await tx.many(sql`
    select round_enter_balance(${id}, s.no, s."playerId", s.pseudonym, s.team, s.cents, s.at)
    from jsonb_to_recordset(${JSON.stringify(seats.map((seat, n) => ({ ...seat, no: n + 1 })))}::jsonb)
      as s (no integer, "playerId" text, pseudonym text, team integer, cents bigint, at bigint)`);
  await stakeAll(tx, id, seats, { ids: deps.ids, at });
  // The named block must still lie ahead at the commit: a lock that took too long is undone and made anew.
  if (!round.scripted && (head === null || !isFresh(head, deps.clock.now()))) throw new HeadWanted();
}

async function lockOnBlock(
  tx: Tx,
  deps: SeatDeps,
  battle: Battle,
  seats: readonly Seat[],
  head: EosHead | null,
  at: number,
): Promise<void> {
  const { id, round } = battle;
  if (head === null) throw new HeadWanted();
  const known = await tablesByRefs(tx, battle.cases);
  const tables = battle.cases.map((ref) => {
    const table = known.get(tableName(ref));
    invariant(table, `battle ${id} holds no table ${tableName(ref)}`);
    return table;
  });
  const lock = battleLock(round, battle, seats, tables, { head, lockedAt: at, chain: deps.drandChain });
  if (lock === null) throw new HeadWanted();
  await tx.one(sql`
    select round_lock_on_block(${id}, ${round.version}, ${lock.text}, ${lock.drandRound}, ${lock.eos.chain},
      ${lock.eos.block}, ${lock.dueAt}, ${at}),
      emit_fact('casebattle', null, ${id}, ${round.version + 1}, 'casebattle.locked', null, ${at})`);
}

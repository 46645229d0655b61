/** SQL of battles and their seats. Rounds, entries and results belong to the kit, drop tables to case-store.ts. */
import type { BattleMode, BattleType } from '@fairpot/contract/casebattle/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { getKnown, invariant } from '../../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { notScriptedSql } from '../kit/script.ts';
import { retryPauseSql } from '../kit/settlement/stuck.ts';
import { lockRoundRow, roundsByIds, type Round } from '../kit/rounds.ts';
import type { CaseRef } from './cases/case-store.ts';

export interface SeatRow {
  /** Of this taking of the seat. */
  readonly id: string;
  readonly team: number;
  readonly seat: number;
  readonly playerId: string;
  readonly pseudonym: string;
  readonly cents: Cents;
  readonly at: number;
  /** Taken by an API key of the player. */
  readonly byKey: boolean;
}

export interface ReplayRow {
  readonly startsAt: number;
  readonly roundMs: number;
  readonly tieMs: number;
  readonly endsAt: number;
}

export interface BattleRow {
  readonly id: string;
  readonly type: BattleType;
  readonly mode: BattleMode;
  readonly creatorId: string;
  /** Of one seat. */
  readonly priceCents: Cents;
  readonly openedAt: number;
  readonly replay: ReplayRow | null;
  readonly paidAt: number | null;
  /** When it ended, with or without a result. */
  readonly closedAt: number | null;
  /** By team, then seat. */
  readonly seats: readonly SeatRow[];
  /** One per round of the battle, in order. */
  readonly cases: readonly CaseRef[];
}

/** A battle with its round. */
export interface Battle extends BattleRow {
  readonly round: Round;
}

const battleColumns = sql`
  b.round_id as id, b.type, b.mode, b.creator_id as "creatorId", b.price_cents as "priceCents",
  b.opened_at as "openedAt", b.paid_at as "paidAt", b.closed_at as "closedAt",
  case when b.replay_ends_at is not null then json_build_object('startsAt', b.replay_starts_at,
    'roundMs', b.replay_round_ms, 'tieMs', b.replay_tie_ms, 'endsAt', b.replay_ends_at) end as replay,
  (select coalesce(json_agg(json_build_object('id', s.id, 'team', s.team, 'seat', s.seat, 'playerId', s.player_id,
      'pseudonym', s.pseudonym, 'cents', s.cents, 'at', s.at, 'byKey', s.by_key) order by s.team, s.seat), '[]')
    from battle_seats s where s.round_id = b.round_id) as seats,
  (select coalesce(json_agg(json_build_object('caseId', c.case_id, 'version', c.version) order by c.no), '[]')
    from battle_cases c where c.round_id = b.round_id) as cases`;

/** Battles in the order of the ids; unknown ones are left out. */
export async function battlesByIds(db: Db, ids: readonly string[]): Promise<Battle[]> {
  if (ids.length === 0) return [];
  const rows = await db.many<BattleRow>(sql`
    select ${battleColumns} from battles b where b.round_id = any(${ids}::text[])`);
  const rounds = new Map((await roundsByIds(db, ids)).map((round) => [round.id, round]));
  const battles = new Map(rows.map((row) => [row.id, { ...row, round: getKnown(rounds, row.id) }]));
  return ids.flatMap((id) => battles.get(id) ?? []);
}

/** One battle with its round's row locked until the transaction ends; seats change only under that lock. */
export async function lockBattle(tx: Tx, id: string): Promise<Battle | undefined> {
  if ((await lockRoundRow(tx, 'casebattle', id)) === undefined) return undefined;
  return (await battlesByIds(tx, [id]))[0];
}

/** Ids of unfinished battles, newest first, at most `limit`; the condition is written as in the index battles_active. */
export async function activeIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select round_id as id from battles where coalesce(closed_at, 0) = 0
    order by opened_at desc, round_id desc limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Ids of battles whose winners were paid, newest first, without scripted ones; those before the battle `before` when it is given. */
export async function finishedIds(db: Db, before: string | null, limit: number): Promise<string[]> {
  const after =
    before === null
      ? sql``
      : sql`and (paid_at, round_id) < (select paid_at, round_id from battles where round_id = ${before})`;
  const rows = await db.many<{ id: string }>(sql`
    select round_id as id from battles where paid_at is not null and ${notScriptedSql(sql`battles.round_id`)} ${after}
    order by paid_at desc, round_id desc limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Ids of every battle, for the invariants. */
export async function allIds(db: Db): Promise<string[]> {
  return (
    await db.many<{ id: string }>(sql`
    select round_id as id from battles order by round_id`)
  ).map((row) => row.id);
}

/** Writes a battle whose round was just opened. */
export async function insertBattle(
  tx: Tx,
  battle: Pick<BattleRow, 'id' | 'type' | 'mode' | 'creatorId' | 'priceCents' | 'openedAt' | 'cases'>,
): Promise<void> {
  const { id, type, mode, creatorId, priceCents, openedAt } = battle;
  await tx.run(sql`
    insert into battles (round_id, type, mode, creator_id, price_cents, opened_at)
    values (${id}, ${type}, ${mode}, ${creatorId}, ${priceCents}, ${openedAt})`);
  const cases = battle.cases.map(({ caseId, version }, no) => ({ caseId, version, no }));
  await tx.run(sql`
    insert into battle_cases (round_id, no, case_id, version)
    select ${id}, c.no, c."caseId", c.version
    from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
      as c (no smallint, "caseId" text, version integer)`);
}

/** A seat taken twice, or a player twice in a battle, is a bug of ours: the round's row is locked and the rules have checked. */
export async function insertSeats(tx: Tx, battleId: string, seats: readonly SeatRow[]): Promise<void> {
  await tx.run(sql`
    insert into battle_seats (id, round_id, team, seat, player_id, pseudonym, cents, at, by_key)
    select s.id, ${battleId}, s.team, s.seat, s."playerId", s.pseudonym, s.cents, s.at, s."byKey"
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as s (id text, team smallint, seat smallint,
      "playerId" text, pseudonym text, cents bigint, at bigint, "byKey" boolean)`);
}

export async function deleteSeat(tx: Tx, id: string): Promise<void> {
  const gone = await tx.run(sql`delete from battle_seats where id = ${id}`);
  invariant(gone === 1, `seat ${id} was already left`);
}

/**
 * The battle is not over. For statements about one battle, written so that no index of unfinished battles applies: otherwise the
 * planner finds one battle by walking through all of them.
 */
const stillOpenSql = sql`num_nulls(closed_at) = 1`;

/** Stores when each drop appears on the screen; once. */
export async function setReplay(tx: Tx, battleId: string, replay: ReplayRow): Promise<void> {
  const set = await tx.run(sql`
    update battles set replay_starts_at = ${replay.startsAt}, replay_round_ms = ${replay.roundMs},
      replay_tie_ms = ${replay.tieMs}, replay_ends_at = ${replay.endsAt}
    where round_id = ${battleId} and replay_ends_at is null and ${stillOpenSql}`);
  invariant(set === 1, `battle ${battleId} has a replay or is over`);
}

/** A battle whose winners are due to be paid, and since when: the end of its replay, or the next retry after a failure. */
export interface UnpaidBattle {
  readonly id: string;
  readonly dueAt: number;
}

const payDue = sql`coalesce(pay_retry_at, replay_ends_at)`;

/** Condition: a battle has a replay and was not paid, due or not. */
export const anyUnpaidSql = sql`exists (select from battles where closed_at is null and replay_ends_at is not null)`;

/** Battles whose winners are due to be paid, the longest due first; those after `after` when it is given. */
export function unpaidBattles(db: Db, now: number, after: UnpaidBattle | null, limit: number): Promise<UnpaidBattle[]> {
  const behind = after === null ? sql`` : sql`and (${payDue}, round_id) > (${after.dueAt}, ${after.id})`;
  return db.many<UnpaidBattle>(sql`
    select round_id as id, ${payDue} as "dueAt" from battles
    where closed_at is null and replay_ends_at is not null and ${payDue} <= ${now} ${behind}
    order by ${payDue}, round_id limit ${limit}`);
}

/**
 * Records a failed payment: each retry is twice as late as the one before. Returns the number of failures so far and the time of
 * the next try.
 */
export function postponePayment(db: Db, battleId: string, now: number) {
  return db.maybe<{ times: number; retryAt: number }>(sql`
    update battles set pay_tries = pay_tries + 1, pay_retry_at = ${now}::bigint + ${retryPauseSql(sql`pay_tries`)}
    where round_id = ${battleId} and ${stillOpenSql}
    returning pay_tries as times, pay_retry_at as "retryAt"`);
}

/** The battle, locked until the transaction ends; undefined when it is paid or another transaction is paying it. */
export async function lockUnpaid(tx: Tx, id: string): Promise<Battle | undefined> {
  const row = await tx.maybe(sql`
    select 1 from battles where round_id = ${id} and ${stillOpenSql} and replay_ends_at is not null
    for no key update skip locked`);
  return row === undefined ? undefined : (await battlesByIds(tx, [id]))[0];
}

/** Ends a battle; `paid` when its winners were paid in this transaction. Once. */
export async function closeBattle(tx: Tx, battleId: string, at: number, paid: boolean): Promise<void> {
  const closed = await tx.run(sql`
    update battles set closed_at = ${at}, paid_at = case when ${paid} then ${at}::bigint end
    where round_id = ${battleId} and ${stillOpenSql}`);
  invariant(closed === 1, `battle ${battleId} was already over`);
}

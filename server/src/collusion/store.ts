/** The SQL of the collusion room's own tables. Called by this folder only. Days are counted since 1970 (UTC). */
import type { CollusionSignName } from '@fairpot/contract/operations/collusion/calls';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { forgetWithdrawals } from '../withdrawals/front.ts';
import { SPAN_DAYS, type Figures, type PairFlow } from './rules.ts';

const KEPT_DAYS = 60;
const FORGET_ROWS = 1_000;
const RAISE_AGAIN_AFTER_MS = 7 * 24 * 60 * 60_000;

export interface Cursor {
  readonly at: number;
  readonly roundId: string;
}

/** The cursor, locked; undefined while another node holds it. */
export function takeCursor(tx: Tx): Promise<Cursor | undefined> {
  return tx.maybe<Cursor>(sql`
    select at, round_id as "roundId" from collusion_cursor for update skip locked`);
}

export async function moveCursor(tx: Tx, { at, roundId }: Cursor): Promise<void> {
  await tx.run(sql`update collusion_cursor set at = ${at}, round_id = ${roundId}`);
}

/** Adds flows of settled rounds; `rounds` is the number of rounds of each. */
export async function addPairs(
  tx: Tx,
  flows: readonly (PairFlow & { readonly day: number; readonly rounds: number })[],
): Promise<void> {
  if (flows.length === 0) return;
  await tx.run(sql`
    insert into collusion_pairs as p (from_id, to_id, day, cents, rounds)
    select f."loserId", f."winnerId", f.day, f.cents, f.rounds
    from jsonb_to_recordset(${JSON.stringify(flows)}::jsonb)
      as f ("loserId" text, "winnerId" text, day integer, cents bigint, rounds integer)
    order by f."loserId", f."winnerId", f.day
    on conflict (from_id, to_id, day) do update set cents = p.cents + excluded.cents,
      rounds = p.rounds + excluded.rounds`);
}

export interface PairSums {
  readonly loserId: string;
  readonly winnerId: string;
  readonly movedCents: number;
  readonly backCents: number;
  readonly rounds: number;
}

/**
 * Sums of pairs with those of the way back, largest first. `mine` is read by itself: the planner may otherwise walk the primary key of
 * everyone's pairs because it has the order of the groups.
 */
const pairsSql = (mine: Sql, since: number) => sql`
  with mine as materialized (${mine})
  select a.from_id as "loserId", a.to_id as "winnerId", a.cents as "movedCents", b.cents as "backCents",
    a.rounds + b.rounds as rounds
  from (
    select from_id, to_id, sum(cents)::bigint as cents, sum(rounds)::integer as rounds from mine
    group by from_id, to_id order by sum(cents) desc, from_id limit 50
  ) a cross join lateral (
    select coalesce(sum(cents), 0)::bigint as cents, coalesce(sum(rounds), 0)::integer as rounds from collusion_pairs
    where from_id = a.to_id and to_id = a.from_id and day > ${since}
  ) b`;

/** The sums of a pair over the last 30 days. */
export function pairSums(db: Db, loserId: string, winnerId: string, day: number): Promise<PairSums | undefined> {
  const since = day - SPAN_DAYS;
  return db.maybe<PairSums>(
    pairsSql(
      sql`select * from collusion_pairs
        where from_id = ${loserId} and to_id = ${winnerId} and day > ${since}`,
      since,
    ),
  );
}

/** The accounts that lost most to a winner over the last 30 days, at most 50. */
export function pairsOfWinner(db: Db, winnerId: string, day: number): Promise<PairSums[]> {
  const since = day - SPAN_DAYS;
  return db.many<PairSums>(
    pairsSql(sql`select * from collusion_pairs where to_id = ${winnerId} and day > ${since}`, since),
  );
}

export interface NewSign {
  readonly sign: CollusionSignName;
  readonly playerId: string;
  /** In order of their ids. */
  readonly others: readonly string[];
  readonly figures: Figures;
}

/** Raises a sign unless the same one is open, or was raised in the last week. Returns whether it did. */
export async function raise(db: Db, { sign, playerId, others, figures }: NewSign, at: number): Promise<boolean> {
  const raised = await db.run(sql`
    insert into collusion_signs (sign, player_id, others, at, figures)
    select ${sign}, ${playerId}, ${others}::text[], ${at}, ${JSON.stringify(figures)}::jsonb
    where not exists (
      select from collusion_signs where player_id = ${playerId} and sign = ${sign} and others = ${others}::text[]
        and at > ${at - RAISE_AGAIN_AFTER_MS})
    on conflict do nothing`);
  return raised === 1;
}

export interface SignRow extends NewSign {
  readonly id: number;
  readonly at: number;
  readonly checkedAt: number | null;
  readonly checkedBy: string | null;
  readonly why: string | null;
}

const columns = sql`
  id, sign, player_id as "playerId", others, at, figures, checked_at as "checkedAt", checked_by as "checkedBy", why`;

/** Signs that were not reviewed, newest first, with ids below `before` when it is given. */
export function openSigns(db: Db, before: number | undefined, limit: number): Promise<SignRow[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  return db.many<SignRow>(sql`
    select ${columns} from collusion_signs where checked_at is null ${older}
    order by id desc limit ${limit}::integer`);
}

export function signById(tx: Tx, id: number): Promise<SignRow | undefined> {
  return tx.maybe<SignRow>(
    sql`select ${columns} from collusion_signs where id = ${id} and checked_at is null for update`,
  );
}

export async function markReviewed(
  tx: Tx,
  id: number,
  { by, why, at }: { readonly by: string; readonly why: string; readonly at: number },
): Promise<void> {
  await tx.run(sql`
    update collusion_signs set checked_at = ${at}, checked_by = ${by}, why = ${why} where id = ${id}`);
}

/** Deletes sums older than 60 days. Returns how many. */
export async function forgetSums(db: Db, today: number): Promise<number> {
  const old = today - KEPT_DAYS;
  const pairs = await db.run(sql`
    delete from collusion_pairs where ctid = any(array(
      select ctid from collusion_pairs where day < ${old} order by day limit ${FORGET_ROWS} for update skip locked))`);
  return pairs + (await forgetWithdrawals(db, old, FORGET_ROWS));
}

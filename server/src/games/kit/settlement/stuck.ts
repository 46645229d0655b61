/**
 * Stuck rounds: locked, beacon output available, result cannot be written. Each is set aside, so that it holds up
 * neither other rounds nor new ones, and is retried at growing intervals. Called by settle.ts and by staff's list.
 *
 * Invariants: a stuck round keeps its stakes and its lock. Once the cause is gone it is settled by the same formula as
 * any other, and no one can void it. `stuck_rounds` has a row for it until the transaction that ends it.
 */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { usd, type Cents } from '@fairpot/contract/wire/money';
import { STUCK_PAGE } from '@fairpot/contract/operations/stuck/calls';
import type { StuckRound, listStuckRounds } from '@fairpot/contract/operations/stuck/schemas';
import { DatabaseUnavailable, sqlState } from '../../../platform/database/db.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import { sql, type Db, type Sql } from '../../../platform/database/sql.ts';

const FIRST_RETRY_MS = 30_000;
/** Longest pause between two tries: how soon a fixed version settles it without help. */
export const LONGEST_RETRY_MS = 10 * 60_000;
/** The pause is doubled at most this often: by then 30 s exceed the longest pause. */
const DOUBLINGS = 5;
/** Stuck rounds that one run retries. */
const RETRIES_PER_RUN = 16;
const MAX_REASON = 500;
/** More are counted as this many. */
const MAX_COUNTED = 1_000;

/** Expression: how long to wait, in ms, when `times` tries have failed before this one. */
export function retryPauseSql(times: Sql): Sql {
  return sql`least(${LONGEST_RETRY_MS}::bigint,
    ${FIRST_RETRY_MS}::bigint * (1 << least(${times}, ${DOUBLINGS}::integer)))`;
}

/** SQLSTATE classes that concern the rows at hand: data, constraints, and errors that our own functions raise. */
const ABOUT_ROWS = /^(22|23|FP|P0)/;

/**
 * Whether a settlement failed because of its own round: a rule or a row of it is wrong. False when the database went
 * away, undid a transaction because of another one, or lacks a table: then every round fails, and none is at fault.
 */
export function isRoundFault(error: unknown): boolean {
  const state = sqlState(error);
  return !(error instanceof DatabaseUnavailable) && (state === undefined || ABOUT_ROWS.test(state));
}

/** Sets a round aside, or updates the reason; 0 when it has ended meanwhile. */
export async function setAside(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  roundId: string,
  error: unknown,
): Promise<number> {
  const at = clock.now();
  const reason = String(error).slice(0, MAX_REASON);
  const row = await db.maybe<{ times: number; retryAt: number }>(sql`
    with kept as (
      update rounds set stuck = true where id = ${roundId} and phase = 'locked' returning id
    )
    insert into stuck_rounds as s (round_id, first_failed_at, last_failed_at, times, reason, retry_at)
    select id, ${at}::bigint, ${at}::bigint, 1, ${reason}, ${at + FIRST_RETRY_MS}::bigint from kept
    on conflict (round_id) do update set last_failed_at = greatest(s.last_failed_at, excluded.last_failed_at),
      times = s.times + 1, reason = excluded.reason,
      retry_at = greatest(s.last_failed_at, excluded.last_failed_at) + ${retryPauseSql(sql`s.times`)}
    returning s.times, s.retry_at as "retryAt"`);
  if (row === undefined) return 0;
  log.error({ roundId, ...row, error: reason }, 'round cannot be settled and is set aside');
  return 1;
}

/** Stuck rounds of a game that are due for a retry, the most overdue first: scripted ones, or all others. */
export async function dueForRetry(db: Db, game: ProvableGame, now: number, scripted = false): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select s.round_id as id from stuck_rounds s join rounds r on r.id = s.round_id
    where s.retry_at <= ${now} and r.game = ${game} and r.scripted = ${scripted}
    order by s.retry_at limit ${RETRIES_PER_RUN}::integer`);
  return rows.map((row) => row.id);
}

type StuckRow = Omit<StuckRound, 'stakedUsd'> & { readonly stakedCents: Cents };

/** The longest stuck first; those after the round `after` when it is given. */
export async function stuckRounds(
  db: Db,
  { after, limit = STUCK_PAGE }: CallInput<typeof listStuckRounds>,
): Promise<CallOutput<typeof listStuckRounds>> {
  const later =
    after === undefined
      ? sql``
      : sql`where (s.first_failed_at, s.round_id) > (
          select first_failed_at, round_id from stuck_rounds where round_id = ${after})`;
  const rows = await db.many<StuckRow>(sql`
    select s.round_id as "roundId", r.game, r.number, r.locked_at as "lockedAt", e.cents as "stakedCents", e.entries,
      s.first_failed_at as "firstFailedAt", s.last_failed_at as "lastFailedAt", s.times, s.retry_at as "retryAt",
      s.reason
    from (select * from stuck_rounds s ${later} order by s.first_failed_at, s.round_id limit ${limit + 1}::integer) s
      join rounds r on r.id = s.round_id
      cross join lateral (
        select coalesce(sum(cents), 0)::bigint as cents, count(*) as entries from entries where round_id = s.round_id
      ) e
    order by s.first_failed_at, s.round_id`);
  const page = rows.slice(0, limit);
  return { rounds: page.map(presentStuck), next: rows.length > limit ? (page.at(-1)?.roundId ?? null) : null };
}

function presentStuck(row: StuckRow): StuckRound {
  return {
    roundId: row.roundId,
    game: row.game,
    number: row.number,
    lockedAt: row.lockedAt,
    stakedUsd: usd(row.stakedCents),
    entries: row.entries,
    firstFailedAt: row.firstFailedAt,
    lastFailedAt: row.lastFailedAt,
    times: row.times,
    retryAt: row.retryAt,
    reason: row.reason,
  };
}

/** Number of stuck rounds of all games. */
export async function countStuck(db: Db): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from (select from stuck_rounds order by retry_at limit ${MAX_COUNTED}) s`);
  return count;
}

/** Ids of the stuck rounds of a game. */
export async function stuckIds(db: Db, game: ProvableGame): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(
    sql`select id from rounds where game = ${game} and phase = 'locked' and stuck`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Violations of: a round has a row here exactly while it is stuck. */
export async function strays(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select coalesce(r.id, s.round_id) as id
    from (select id from rounds where stuck) r full join stuck_rounds s on s.round_id = r.id
    where r.id is null or s.round_id is null`);
  return rows.map(({ id }) => `round ${id} is stuck in one place and not in the other`);
}

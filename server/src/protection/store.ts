/** SQL of this room: limits, blocks and visits of one player. Writes hold the player's turn (`hold`). */
import { LIMIT_KINDS, LIMIT_SPANS } from '@fairpot/contract/protection/calls';
import type { LimitKind, LimitSpan } from '@fairpot/contract/protection/schemas';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { VISIT_GAP_MS } from './rules.ts';
import type { LeavingCents, LimitToStore, LimitUse, PlayBlock, StoredLimit } from './rules.ts';

/** Takes the player's turn; returns the database's time of this transaction. */
export async function hold(tx: Tx, playerId: string): Promise<number> {
  await tx.one(sql`select protection_hold(${playerId})`);
  return (await tx.one<{ now: number }>(sql`select protection_ms() as now`)).now;
}

export interface LimitRow extends StoredLimit {
  readonly kind: LimitKind;
  readonly span: LimitSpan;
  readonly usedCents: number;
  /** The hour from which everything that counts now is out of the span; null: nothing counts. */
  readonly leavesAt: number | null;
}

/**
 * Limits of players, each with what counts against it now, hour by hour (winnings: below zero), and the hour from which that stops
 * counting.
 *
 * At the edge of a span, stakes and deposits count until their whole hour is older than the span, so for 24 hours and up to one
 * more; winnings count only while their whole hour is inside. So no period of 24 (168, 720) hours, whenever it begins, exceeds the
 * limit, to the cent.
 */
const countedSql = sql`
  protection_limits l
    join unnest(${Object.keys(LIMIT_SPANS)}::text[], ${Object.values(LIMIT_SPANS).map(({ hours }) => hours)}::integer[])
      as s (span, hours) on s.span = l.span
    left join lateral (
      select h.cents, h.hour + s.hours + 1 as leaves_at from protection_hours h
      where h.player_id = l.player_id and h.kind = case l.kind when 'loss' then 'stake' else l.kind end
        and h.hour >= protection_hour() - s.hours
      union all
      select -h.cents, h.hour + s.hours from protection_hours h
      where l.kind = 'loss' and h.player_id = l.player_id and h.kind = 'won' and h.hour > protection_hour() - s.hours
    ) c on true`;

/** Limits of these kinds of a player with the sum counted against each now. At most nine, each over the hours of its span. */
export function limitsOf(db: Db, playerId: string, kinds: readonly LimitKind[] = LIMIT_KINDS): Promise<LimitRow[]> {
  return db.many<LimitRow>(sql`
    select l.kind, l.span, l.cents, l.asked_from as "askedFrom", l.asked_cents as "askedCents",
      coalesce(sum(c.cents), 0)::bigint as "usedCents", min(c.leaves_at) filter (where c.cents > 0) as "leavesAt"
    from ${countedSql}
    where l.player_id = ${playerId} and l.kind = any(${kinds}::text[])
    group by l.player_id, l.kind, l.span, s.hours
    order by array_position(array['deposit', 'stake', 'loss'], l.kind), s.hours`);
}

/** What counts against one limit, by the hour in which it stops counting, in order. */
export function leavingCents(db: Db, playerId: string, { kind, span }: LimitUse): Promise<LeavingCents[]> {
  return db.many<LeavingCents>(sql`
    select sum(c.cents)::bigint as cents, c.leaves_at as "leavesAt" from ${countedSql}
    where l.player_id = ${playerId} and l.kind = ${kind} and l.span = ${span} and c.leaves_at is not null
    group by c.leaves_at order by c.leaves_at`);
}

export function limitOf(tx: Tx, playerId: string, kind: LimitKind, span: LimitSpan): Promise<StoredLimit | undefined> {
  return tx.maybe<StoredLimit>(sql`
    select cents, asked_from as "askedFrom", asked_cents as "askedCents" from protection_limits
    where player_id = ${playerId} and kind = ${kind} and span = ${span}`);
}

export async function putLimit(tx: Tx, playerId: string, kind: LimitKind, span: LimitSpan, limit: LimitToStore) {
  await tx.run(
    limit === null
      ? sql`delete from protection_limits where player_id = ${playerId} and kind = ${kind} and span = ${span}`
      : sql`
        insert into protection_limits (player_id, kind, span, cents, asked_from, asked_cents)
        values (${playerId}, ${kind}, ${span}, ${limit.cents}, ${limit.askedFrom}, ${limit.askedCents})
        on conflict (player_id, kind, span) do update
          set cents = excluded.cents, asked_from = excluded.asked_from, asked_cents = excluded.asked_cents`,
  );
}

/** Whether the player answered the limit question before a first deposit. */
export async function isAnswered(db: Db, playerId: string): Promise<boolean> {
  const { answered } = await db.one<{ answered: boolean }>(sql`
    select exists (select from protection_answers where player_id = ${playerId}) as answered`);
  return answered;
}

/** Stores the answer, once: an earlier answer stays. */
export async function putAnswer(tx: Tx, playerId: string, answer: 'LIMIT' | 'NONE'): Promise<void> {
  await tx.run(sql`
    insert into protection_answers (player_id, at, answer) values (${playerId}, protection_ms(), ${answer})
    on conflict do nothing`);
}

export interface BlockRow {
  readonly block: PlayBlock['kind'] | null;
  readonly blockedAt: number | null;
  readonly blockUntil: number | null;
  readonly returnFrom: number | null;
}

export const blockColumns = sql`
  g.block, g.blocked_at as "blockedAt", g.block_until as "blockUntil", g.return_from as "returnFrom"`;

export interface GuardRow extends BlockRow {
  readonly now: number;
  readonly realityMinutes: number | null;
  readonly since: number | null;
  readonly readAt: number | null;
  readonly stakedCents: number | null;
  readonly wonCents: number | null;
}

/** Block, reality check and visit of a player, all as of one moment of the database; sums are those of the visit. */
export function guardOf(db: Db, playerId: string): Promise<GuardRow> {
  return db.one<GuardRow>(sql`
    select protection_ms() as now, ${blockColumns}, g.reality_minutes as "realityMinutes", v.since,
      v.read_at as "readAt", t.staked - v.staked_cents as "stakedCents", t.won - v.won_cents as "wonCents"
    from (select ${playerId}::text as id) p
      cross join lateral player_totals(p.id) t
      left join protection_guards g on g.player_id = p.id
      left join protection_visits v on v.player_id = p.id`);
}

export function blockOf({ block, blockedAt, blockUntil, returnFrom }: BlockRow): PlayBlock | null {
  if (block === null || blockedAt === null) return null;
  return { kind: block, since: blockedAt, until: blockUntil, returnFrom };
}

export async function putBlock(tx: Tx, playerId: string, block: PlayBlock | null): Promise<void> {
  await tx.run(sql`
    update protection_guards set block = ${block?.kind ?? null}, blocked_at = ${block?.since ?? null},
      block_until = ${block?.until ?? null}, return_from = ${block?.returnFrom ?? null}
    where player_id = ${playerId}`);
}

export async function putReality(tx: Tx, playerId: string, minutes: number | null): Promise<void> {
  await tx.run(sql`update protection_guards set reality_minutes = ${minutes} where player_id = ${playerId}`);
}

export async function endSessionsOf(tx: Tx, playerId: string): Promise<void> {
  await tx.one(sql`select sessions_end(${playerId})`);
}

/** Records what a player requested. */
export async function recordChange(tx: Tx, playerId: string, what: string, details: object): Promise<void> {
  await tx.run(sql`
    insert into protection_changes (player_id, at, what, details)
    values (${playerId}, protection_ms(), ${what}, ${JSON.stringify(details)}::jsonb)`);
}

/** A page is open: begins or continues a visit; `read`: the reality check was read. */
export async function seeVisit(tx: Db, playerId: string, read: boolean): Promise<void> {
  const over = sql`(excluded.seen_at - v.seen_at > ${VISIT_GAP_MS}::bigint)`;
  await tx.run(sql`
    insert into protection_visits as v (player_id, since, seen_at, read_at, staked_cents, won_cents)
    select ${playerId}, n.now, n.now, n.now, t.staked, t.won
    from player_totals(${playerId}) t cross join (select protection_ms() as now) n
    on conflict (player_id) do update set
      since = case when ${over} then excluded.since else v.since end,
      read_at = case when ${over} or ${read}::boolean then excluded.read_at else v.read_at end,
      staked_cents = case when ${over} then excluded.staked_cents else v.staked_cents end,
      won_cents = case when ${over} then excluded.won_cents else v.won_cents end,
      seen_at = greatest(v.seen_at, excluded.seen_at)`);
}

/** The longest span reaches this far back, plus a day for clocks that were set back. */
const KEEP_HOURS = 720 + 24;
const SWEEP_ROWS = 2_000;

/** Deletes hours and deposits that no limit reaches back to; returns the number of rows. */
export async function deleteOldHours(db: Db): Promise<number> {
  const hours = await db.run(sql`
    delete from protection_hours where ctid = any(array(
      select ctid from protection_hours where hour < protection_hour() - ${KEEP_HOURS}::bigint order by hour
      limit ${SWEEP_ROWS}::integer))`);
  const deposits = await db.run(sql`
    delete from protection_deposits where ctid = any(array(
      select ctid from protection_deposits where hour < protection_hour() - ${KEEP_HOURS}::bigint order by hour
      limit ${SWEEP_ROWS}::integer))`);
  return hours + deposits;
}

/** The SQL of the circuit breakers' own tables. Called by this folder only. */
import type { Breaker } from '@fairpot/contract/operations/breakers/calls';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { USUAL_HOURS, type Figures, type Flow } from './rules.ts';

/** Makes orders of a way wait for each other until the transaction ends. */
export async function lockWay(tx: Tx, way: string): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`breaker ${way}`}, 0)) is null as held`);
}

export interface NewFlow extends Omit<Flow, 'hour'> {
  readonly way: string;
}

/**
 * Adds to the sums of this hour, each way once, and returns the flows of each way in the last week. The rows of the hour stay locked
 * until the transaction ends: concurrent orders of a way are counted in sequence.
 */
export async function addFlows(tx: Tx, flows: readonly NewFlow[], hour: number): Promise<ReadonlyMap<string, Flow[]>> {
  await tx.run(sql`
    insert into breaker_hours as h (way, hour, out_cents, in_cents)
    select f.way, ${hour}::bigint, f."outCents", f."inCents"
    from jsonb_to_recordset(${JSON.stringify(flows)}::jsonb) as f (way text, "outCents" bigint, "inCents" bigint)
    order by f.way
    on conflict (way, hour) do update set out_cents = h.out_cents + excluded.out_cents,
      in_cents = h.in_cents + excluded.in_cents`);
  const ways = flows.map(({ way }) => way);
  const rows = await tx.many<Flow & { way: string }>(sql`
    select way, hour, out_cents as "outCents", in_cents as "inCents" from breaker_hours
    where way = any(${ways}::text[]) and hour > ${hour - USUAL_HOURS}::bigint`);
  return new Map(ways.map((way) => [way, rows.filter((row) => row.way === way)]));
}

export interface NewTrip {
  readonly breaker: Breaker;
  readonly way: string;
  readonly playerId: string | null;
  readonly figures: Figures;
}

/** Records a trip unless one of this way and player is open. Returns whether it did. */
export async function trip(tx: Db, { breaker, way, playerId, figures }: NewTrip, at: number): Promise<boolean> {
  const written = await tx.run(sql`
    insert into breaker_trips (breaker, way, player_id, at, figures)
    values (${breaker}, ${way}, ${playerId}, ${at}, ${JSON.stringify(figures)}::jsonb)
    on conflict do nothing`);
  return written === 1;
}

/** The ways among these that are stopped; 'player' when this player's withdrawals are. */
export async function stoppedWays(db: Db, ways: readonly string[], playerId: string | null): Promise<string[]> {
  const rows = await db.many<{ way: string }>(sql`
    select way from breaker_trips
    where reset_at is null and way = any(${[...ways, 'player']}::text[])
      and coalesce(player_id, '') = any(${['', ...(playerId === null ? [] : [playerId])]}::text[])`);
  return rows.map(({ way }) => way);
}

export interface TripRow extends NewTrip {
  readonly id: number;
  readonly at: number;
  readonly resetAt: number | null;
  readonly resetBy: string | null;
  readonly why: string | null;
}

const columns = sql`
  id, breaker, way, player_id as "playerId", at, figures, reset_at as "resetAt", reset_by as "resetBy", why`;

/** Open trips or those that were reset, newest first, with ids below `before` when it is given. */
export function tripsBefore(db: Db, isOpen: boolean, before: number | undefined, limit: number): Promise<TripRow[]> {
  const state = isOpen ? sql`reset_at is null` : sql`reset_at is not null`;
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  return db.many<TripRow>(sql`
    select ${columns} from breaker_trips where ${state} ${older} order by id desc limit ${limit}::integer`);
}

/** The open trip of this way. */
/** Tripped breakers by kind; a thousand of them at most. */
export function countOpenTrips(db: Db): Promise<{ breaker: string; count: number }[]> {
  return db.many<{ breaker: string; count: number }>(sql`
    select breaker, count(*) as count
    from (select breaker from breaker_trips where reset_at is null limit 1000) t group by breaker`);
}

export function openTripOf(db: Db, way: string): Promise<TripRow | undefined> {
  return db.maybe<TripRow>(sql`select ${columns} from breaker_trips where way = ${way} and reset_at is null`);
}

export function openTrip(tx: Tx, id: number): Promise<TripRow | undefined> {
  return tx.maybe<TripRow>(sql`
    select ${columns} from breaker_trips where id = ${id} and reset_at is null for update`);
}

/** Resets an open trip; `by` null for the system. Counting of its way starts again from zero. */
export async function resetTrip(
  tx: Tx,
  { id, way }: Pick<TripRow, 'id' | 'way'>,
  { by, why, at }: { readonly by: string | null; readonly why: string; readonly at: number },
): Promise<void> {
  await tx.run(sql`
    update breaker_trips set reset_at = ${at}, reset_by = ${by}, why = ${why} where id = ${id}`);
  await tx.run(sql`delete from breaker_hours where way = ${way}`);
}

/** The profit in dollars that staff saw in the last trip of these players when they reset it, if that was after `since`; 0 otherwise. */
export async function forgivenUsd(db: Db, playerIds: readonly string[], since: number): Promise<number> {
  const row = await db.maybe<{ profitUsd: number }>(sql`
    select (figures ->> 'profitUsd')::float8 as "profitUsd" from breaker_trips
    where player_id = any(${playerIds}::text[]) and reset_at > ${since} order by id desc limit 1`);
  return row?.profitUsd ?? 0;
}

/** Whether withdrawals of one of these players are stopped. */
export async function isAnyStopped(db: Db, playerIds: readonly string[]): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from breaker_trips where player_id = any(${playerIds}::text[]) and reset_at is null) as found`);
  return found;
}

/** Other players who share a payout address with this player, at most `most`. */
export async function addressPeers(db: Db, playerId: string, most: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select p.id from crypto_payout_peers(${playerId}, ${most}::integer) as p (id) order by p.id`);
  return rows.map(({ id }) => id);
}

/** Deletes sums older than a week and a day. Returns how many. */
export function forgetFlows(db: Db, hour: number): Promise<number> {
  return db.run(sql`
    delete from breaker_hours where ctid = any(array(
      select ctid from breaker_hours where hour < ${hour - USUAL_HOURS - 24}::bigint
      order by hour limit 1000 for update skip locked))`);
}

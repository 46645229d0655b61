/**
 * The SQL of adjustments. Called by this folder only. Invariant: decided once, under the row's lock; a day's sum never exceeds its limit.
 */
import type { Cents } from '@fairpot/contract/wire/money';
import type { ADJUSTMENT_STATES } from '@fairpot/contract/operations/calls';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';

export interface AdjustmentRow {
  readonly id: string;
  readonly playerId: string;
  readonly cents: Cents;
  readonly why: string;
  readonly askedBy: string;
  readonly askedAt: number;
  readonly state: (typeof ADJUSTMENT_STATES)[number];
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly decidedWhy: string;
}

const columns = sql`id, player_id as "playerId", cents, why, asked_by as "askedBy", asked_at as "askedAt", state,
  decided_by as "decidedBy", decided_at as "decidedAt", decided_why as "decidedWhy"`;

type NewAdjustment = Pick<AdjustmentRow, 'id' | 'playerId' | 'cents' | 'why' | 'askedBy' | 'askedAt'>;

export async function insertAdjustment(tx: Tx, asked: NewAdjustment): Promise<AdjustmentRow> {
  return tx.one<AdjustmentRow>(sql`
    insert into adjustments (id, player_id, cents, why, asked_by, asked_at)
    values (${asked.id}, ${asked.playerId}, ${asked.cents}, ${asked.why}, ${asked.askedBy}, ${asked.askedAt})
    returning ${columns}`);
}

/** Locks the row: concurrent decisions wait here. */
export function lockAdjustment(tx: Tx, id: string): Promise<AdjustmentRow | undefined> {
  return tx.maybe<AdjustmentRow>(sql`select ${columns} from adjustments where id = ${id} for update`);
}

interface AdjustmentDecision extends Pick<AdjustmentRow, 'id'> {
  readonly by: string;
  readonly at: number;
  readonly why: string;
  /** The transfer that moved the money; null: refused. */
  readonly transferId: string | null;
}

/** Returns the updated row. */
export function decide(tx: Tx, { id, by, at, why, transferId }: AdjustmentDecision): Promise<AdjustmentRow> {
  const state = transferId === null ? 'REFUSED' : 'DONE';
  return tx.one<AdjustmentRow>(sql`
    update adjustments
    set state = ${state}, decided_by = ${by}, decided_at = ${at}, decided_why = ${why}, transfer_id = ${transferId}
    where id = ${id} and state = 'ASKED' returning ${columns}`);
}

/** Newest first; with `before`, only older ones. All, or only the open ones. */
export function adjustmentsBefore(
  db: Db,
  { open, before }: { readonly open: boolean; readonly before: string | null },
  limit: number,
): Promise<AdjustmentRow[]> {
  const which = open ? sql`state = 'ASKED'` : sql`true`;
  const older = before === null ? sql`` : sql`and id < ${before}`;
  return db.many<AdjustmentRow>(sql`
    select ${columns} from adjustments where ${which} ${older} order by id desc limit ${limit}::integer`);
}

/** Adds to the day's sum, unless it would exceed `most`: then false. */
export async function addToDay(tx: Tx, day: number, cents: number, most: number): Promise<boolean> {
  if (cents > most) return false;
  const added = await tx.run(sql`
    insert into adjustment_days as d (day, cents) values (${day}, ${cents})
    on conflict (day) do update set cents = d.cents + excluded.cents
    where d.cents + excluded.cents <= ${most}::bigint`);
  return added === 1;
}

/** The day's sum of absolute amounts, in cents. */
export async function adjustedOn(db: Db, day: number): Promise<number> {
  return (await db.maybe<{ cents: number }>(sql`select cents from adjustment_days where day = ${day}`))?.cents ?? 0;
}

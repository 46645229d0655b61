/**
 * The audit log: one row for each act of staff, in the transaction of the act itself. The runner writes it for every command that its contract marks
 * as an act (`act: true`); `npm run admin`, which makes no call, writes its row with the same function.
 *
 * Invariant: rows are only added. A trigger refuses every change, and the server's role has no right to one.
 */
import { sql } from '../database/sql.ts';
import type { Db, Sql, Tx } from '../database/sql.ts';
import type { ActNote } from './feature.ts';

/** The fields that all rows of one command share. */
export interface StaffActHeader {
  /** The actor: a player's id; 'system' for the site itself, 'machine' for a command on the server's own machine. */
  readonly actorId: string;
  /** Name of the call. */
  readonly act: string;
  /** The given reason; null if none is required. */
  readonly why: string | null;
  readonly at: number;
}

export async function writeStaffActs(tx: Tx, notes: readonly ActNote[], of: StaffActHeader): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map(({ playerId = null, subject = null, details = {} }) => ({ playerId, subject, details }));
  await tx.run(sql`
    insert into staff_acts (at, actor_id, act, player_id, subject, why, details)
    select ${of.at}::bigint, ${of.actorId}, ${of.act}, "playerId", subject, ${of.why}::text, details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("playerId" text, subject text, details jsonb)`);
}

export interface StaffActRow {
  readonly id: number;
  readonly at: number;
  readonly actorId: string;
  readonly act: string;
  readonly playerId: string | null;
  readonly subject: string | null;
  readonly why: string | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** Search filters; an absent one does not apply. Instants are epoch ms, `from` inclusive, `to` exclusive. */
export interface StaffActFilter {
  readonly actorId?: string | undefined;
  readonly playerId?: string | undefined;
  readonly act?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Maximum rows that one page scans: a search for rare rows answers in steps, whatever the log's length. */
export const ACTS_LOOKED_THROUGH = 1_000;
/** Rows of one page. */
export const ACTS_PAGE = 50;

/** Where a page ended; the next one continues below it. */
export interface StaffActCursor {
  readonly at: number;
  readonly id: number;
}

export interface StaffActsPage {
  readonly rows: readonly StaffActRow[];
  /** Null at the end of the log. A page may be short or empty and still have a next one, when matches are rare. */
  readonly next: StaffActCursor | null;
}

/** Rows of the log, newest first, below `before`. */
export async function staffActs(db: Db, wanted: StaffActFilter, before: StaffActCursor | null): Promise<StaffActsPage> {
  const walked = walkedSql(wanted, before);
  const rows = await db.many<StaffActRow>(sql`
    select id, at, actor_id as "actorId", act, player_id as "playerId", subject, why, details
    from (${walked}) w
    where (${wanted.playerId ?? null}::text is null or player_id = ${wanted.playerId ?? null})
      and (${wanted.actorId ?? null}::text is null or actor_id = ${wanted.actorId ?? null})
      and (${wanted.act ?? null}::text is null or act = ${wanted.act ?? null})
    order by at desc, id desc limit ${ACTS_PAGE + 1}`);
  if (rows.length > ACTS_PAGE) {
    const shown = rows.slice(0, ACTS_PAGE);
    return { rows: shown, next: placeOf(shown.at(-1)) };
  }
  const last = await db.maybe<StaffActCursor>(sql`
    select at, id from (${walked}) w order by at desc, id desc offset ${ACTS_LOOKED_THROUGH - 1} limit 1`);
  return { rows, next: placeOf(last) };
}

/** The rows that a page scans, by the most selective index: the player, else the actor, else the act, else the time alone. */
function walkedSql({ playerId, actorId, act, from = 0, to }: StaffActFilter, before: StaffActCursor | null): Sql {
  const narrow =
    playerId !== undefined
      ? sql`player_id = ${playerId} and`
      : actorId !== undefined
        ? sql`actor_id = ${actorId} and`
        : act !== undefined
          ? sql`act = ${act} and`
          : sql``;
  const end = Math.min(to ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const below = before ?? { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  return sql`
    select * from staff_acts
    where ${narrow} at >= ${from}::bigint and at < ${end}::bigint
      and (at, id) < (${below.at}::bigint, ${below.id}::bigint)
    order by at desc, id desc limit ${ACTS_LOOKED_THROUGH}`;
}

function placeOf(row: StaffActCursor | undefined): StaffActCursor | null {
  return row === undefined ? null : { at: row.at, id: row.id };
}

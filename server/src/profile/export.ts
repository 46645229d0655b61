/**
 * An export of everything that the site stores about a player: requested once, then read in pages by key, part (kind of rows) by part. The
 * server collects nothing in advance and no transaction lasts longer than a page, so it works while the player plays: a row written
 * meanwhile is included if its page was not read yet.
 */
import { EXPORT_LIFETIME_MS, EXPORTS_PER_DAY } from '@fairpot/contract/profile/calls';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { readExport, startExport } from '@fairpot/contract/profile/schemas';
import { sqlState } from '../platform/database/db.ts';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { refuse } from '../platform/runner/refused.ts';
import type { OwnRows } from './own/shape.ts';
import { OWN_TABLES } from './own-tables.ts';

export const EXPORT_ROWS = 500;
const DAY_MS = 86_400_000;
/** SQL states of a cursor that does not fit its columns: the caller made it up. */
const INVALID_CURSOR = ['22P02', '22003', '22007'];

export interface ExportSection {
  readonly table: string;
  readonly rows: OwnRows;
}

/** In reading order. */
export const PARTS: readonly ExportSection[] = OWN_TABLES.flatMap(({ table, shown }) =>
  typeof shown === 'string' ? [] : shown.map((rows) => ({ table, rows })),
);

/** Refuses EXPORT_LIMIT. Concurrent requests of a player are counted in sequence, under a lock. */
export async function startExportOf(
  deps: Pick<Deps, 'ids'>,
  tx: Tx,
  playerId: string,
  now: number,
): Promise<CallOutput<typeof startExport>> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`export ${playerId}`}, 0))`);
  const { asked } = await tx.one<{ asked: number }>(sql`
    select count(*) as asked from exports where player_id = ${playerId} and asked_at > ${now - DAY_MS}`);
  if (asked >= EXPORTS_PER_DAY) refuse('EXPORT_LIMIT', { max: EXPORTS_PER_DAY });
  const exportId = deps.ids.next('export');
  const untilAt = now + EXPORT_LIFETIME_MS;
  await tx.run(sql`
    insert into exports (id, player_id, asked_at, until_at) values (${exportId}, ${playerId}, ${now}, ${untilAt})`);
  return { exportId, untilAt, parts: PARTS.map(({ table, rows }) => ({ table, about: rows.about })) };
}

/** Refuses EXPORT_OVER for another player's or an expired export, NOT_FOUND for an unknown part. */
export async function exportPage(
  db: Db,
  playerId: string,
  { exportId, part, after }: CallInput<typeof readExport>,
  now: number,
): Promise<CallOutput<typeof readExport>> {
  const { open } = await db.one<{ open: boolean }>(sql`
    select exists (select from exports where id = ${exportId} and player_id = ${playerId}
      and until_at > ${now}) as open`);
  if (!open) refuse('EXPORT_OVER');
  const { rows } = PARTS[part] ?? refuse('NOT_FOUND');
  const place = after === undefined ? null : placeOf(after, rows.key.length);
  try {
    const found = await db.many<{ shown: Record<string, unknown>; place: string[] }>(pageOf(rows, playerId, place));
    const last = found.length === EXPORT_ROWS ? found.at(-1) : undefined;
    return { rows: found.map(({ shown }) => shown), next: last === undefined ? null : JSON.stringify(last.place) };
  } catch (error) {
    if (INVALID_CURSOR.includes(sqlState(error) ?? '')) refuse('BAD_INPUT', { detail: 'after: invalid cursor' });
    throw error;
  }
}

/** Deletes exports older than the day for which they count. */
export function forgetExports(db: Db, now: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from exports where id = any(array(
      select id from exports where until_at < ${now - DAY_MS} order by until_at limit ${limit}
      for update skip locked))`);
}

function placeOf(text: string, length: number): string[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.length === length && read.every((each) => typeof each === 'string')) return read;
  } catch {
    // not JSON: refused below
  }
  return refuse('BAD_INPUT', { detail: 'after: invalid cursor' });
}

/** The names come only from own-tables.ts; user input is always a value. */
function pageOf(
  { from, who, key, where, without, says, exact }: OwnRows,
  playerId: string,
  place: readonly string[] | null,
) {
  const shown = (exact ?? []).reduce(
    (row, column) => `${row} || jsonb_build_object('${column}', t.${column}::text)`,
    `(to_jsonb(t) - '{${(without ?? []).join(',')}}'::text[] || '${JSON.stringify(says ?? {})}'::jsonb)`,
  );
  const behind = place === null ? '' : `and (${key.join(', ')}) > (${place.map((_, n) => `$${n + 2}`).join(', ')})`;
  return {
    text: `select ${shown} as shown, array[${key.map((column) => `${column}::text`).join(', ')}] as place
      from ${from} where ${who} = $1 ${where === undefined ? '' : `and ${where}`} ${behind}
      order by ${key.join(', ')} limit ${EXPORT_ROWS}`,
    values: [playerId, ...(place ?? [])],
  };
}

/**
 * The rows of the log in chunks: a new row changes one chunk, and the browser lays out and paints that one alone. Pure; the list draws them.
 *
 * Invariant: a row stays in its chunk, and a chunk that does not change stays the same object.
 */
import type { ChatRow } from './rows.ts';

/** From this size a chunk takes no more rows at its end. */
export const CHUNK_ROWS = 20;

export interface RowChunk {
  readonly key: number;
  readonly rows: readonly ChatRow[];
}

/** `before`: the chunks of the rows before this change. */
export function chunksOf(rows: readonly ChatRow[], before: readonly RowChunk[]): readonly RowChunk[] {
  const keys = new Map(before.flatMap((chunk) => chunk.rows.map(({ id }) => [id, chunk.key] as const)));
  const lastAt = new Map(rows.map(({ id }, at) => [keys.get(id), at] as const));
  const chunks: { readonly key: number; readonly rows: ChatRow[] }[] = [];
  let nextKey = Math.max(0, ...before.map(({ key }) => key)) + 1;
  for (const [at, row] of rows.entries()) {
    const open = chunks.at(-1);
    const key = keys.get(row.id);
    const isInside = open && (lastAt.get(open.key) ?? -1) > at;
    const joins = key === undefined ? isInside || (open && open.rows.length < CHUNK_ROWS) : key === open?.key;
    if (open && joins) open.rows.push(row);
    else chunks.push({ key: key ?? nextKey++, rows: [row] });
  }
  const known = new Map(before.map((chunk) => [chunk.key, chunk]));
  return chunks.map((chunk) => {
    const old = known.get(chunk.key);
    return old && isSame(old.rows, chunk.rows) ? old : chunk;
  });
}

function isSame(a: readonly ChatRow[], b: readonly ChatRow[]): boolean {
  return a.length === b.length && a.every((row, at) => isSameRow(row, b[at]));
}

function isSameRow(a: ChatRow, b: ChatRow | undefined): boolean {
  if (a.id !== b?.id) return false;
  if (a.kind === 'message') return b.kind === 'message' && a.message === b.message && a.grouped === b.grouped;
  if (a.kind === 'news') return b.kind === 'news' && a.result === b.result;
  return a.kind === b.kind;
}

/** A function that returns the chunks of a list's newest rows. It remembers those of the rows before. */
export function makeChunker(): (rows: readonly ChatRow[]) => readonly RowChunk[] {
  let latest: readonly RowChunk[] = [];
  return (rows) => (latest = chunksOf(rows, latest));
}

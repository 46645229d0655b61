/** The rows of an export as files: one JSON file, or one CSV file per table. Pure. */
import type { ZipFile } from './zip.ts';

export type ExportRow = Readonly<Record<string, unknown>>;

export interface ExportPart {
  readonly table: string;
  readonly about: string;
  readonly rows: readonly ExportRow[];
}

/** The JSON file. `at` is the ISO time of the export. Empty parts are included. */
export function jsonOf(parts: readonly ExportPart[], at: string): string {
  return JSON.stringify({ site: 'Fairpot', exportedAt: at, parts }, null, 1);
}

/** A CSV file (RFC 4180) for each part with rows; several parts of one table are numbered. */
export function csvFilesOf(parts: readonly ExportPart[]): ZipFile[] {
  const seen = new Map<string, number>();
  return parts.flatMap(({ table, rows }) => {
    const nth = (seen.get(table) ?? 0) + 1;
    seen.set(table, nth);
    return rows.length === 0 ? [] : [{ name: `${table}${nth === 1 ? '' : `-${nth}`}.csv`, text: csvOf(rows) }];
  });
}

function csvOf(rows: readonly ExportRow[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** One cell. Text that a spreadsheet would run as a formula is escaped: chat messages come from other people. */
function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

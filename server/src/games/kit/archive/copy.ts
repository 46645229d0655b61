/** COPY between a partition and its file. */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { partName } from '../../../platform/database/archived-month.ts';
import { ArchiveRefused, Digest, fileOf, nowhere, type ArchivedTable } from './files.ts';

/** A partition of a table, with its bounds, its columns and those of its primary key, in their order. */
export interface Part extends Pick<ArchivedTable, 'table' | 'part' | 'by' | 'first' | 'until' | 'kept'> {
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

const list = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ');

function rowsOf(client: Client, { part, columns, key }: Pick<Part, 'part' | 'columns' | 'key'>) {
  const rows = `select ${list(columns)} from ${partName(part)} order by ${list(key)}`;
  return client.query(copyTo(`copy (${rows}) to stdout (encoding 'UTF8')`));
}

/** Writes the file, and resolves once it is on disk. */
export async function writePart(client: Client, part: Part, folder: string): Promise<ArchivedTable> {
  const rows = new Digest();
  const packed = new Digest();
  const file = createWriteStream(join(folder, fileOf(part)), { mode: 0o600, flush: true });
  await pipeline(rowsOf(client, part), rows, createGzip(), packed, file);
  const { key: _, columns, ...named } = part;
  return {
    ...named,
    columns: [...columns],
    rows: rows.lines,
    bytes: packed.bytes,
    sha256: packed.sha256,
    rowsSha256: rows.sha256,
  };
}

/** Fills an empty partition from its file, `batch` rows in a transaction. */
export async function loadPart(client: Client, table: ArchivedTable, folder: string, batch: number): Promise<void> {
  const copy = `copy ${partName(table.part)} (${list(table.columns)}) from stdin (encoding 'UTF8')`;
  await pipeline(createReadStream(join(folder, fileOf(table))), createGunzip(), async (rows: AsyncIterable<Buffer>) => {
    for await (const lines of batchesOf(createInterface({ input: Readable.from(rows) }), batch))
      await pipeline(Readable.from([lines.map((line) => `${line}\n`).join('')]), client.query(copyFrom(copy)));
  });
}

async function* batchesOf(lines: AsyncIterable<string>, batch: number): AsyncGenerator<string[]> {
  let some: string[] = [];
  for await (const line of lines) {
    some.push(line);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Throws ArchiveRefused unless the partition holds exactly the rows that the manifest names. */
export async function compareRows(client: Client, key: Part['key'], table: ArchivedTable): Promise<void> {
  const rows = new Digest();
  await pipeline(rowsOf(client, { ...table, key }), rows, nowhere());
  if (rows.lines !== table.rows || rows.sha256 !== table.rowsSha256)
    throw new ArchiveRefused(
      `${table.part} has ${rows.lines} rows, the archive ${table.rows}` +
        (rows.lines === table.rows ? ', and they differ' : ''),
    );
}

/**
 * The files of an archive: for each table its rows as COPY writes them, compressed; a manifest that names them with their checksums; the checksum of the
 * manifest. Everything here works without a database.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { writeDurably } from '../../../platform/database/durable-file.ts';

const NAME = z.string().regex(/^[a-z][a-z0-9_]*$/);
const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const COUNT = z.number().int().nonnegative();

const ArchivedTable = z.strictObject({
  table: NAME,
  /** Its partition, in the schema `partitions`. */
  part: NAME,
  /** What the table is partitioned by. */
  by: z.enum(['round_id', 'transfer_id', 'at']),
  /** First value in it, and first after it. `first` null: everything before. */
  first: z.string().nullable(),
  until: z.string(),
  /** The partition that took its place, with what stays; null: nothing did. */
  kept: NAME.nullable(),
  columns: z.array(NAME).min(1),
  rows: COUNT,
  /** Of the compressed file. */
  bytes: COUNT,
  sha256: SHA256,
  /** Of the rows in the order of the primary key, as COPY writes them. */
  rowsSha256: SHA256,
});
export type ArchivedTable = z.infer<typeof ArchivedTable>;

const ArchiveManifest = z.strictObject({
  format: z.literal('fairpot-archive/2'),
  /** The last month: '2026-05'. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** First round id; null: everything before `until`. */
  first: z.string().nullable(),
  /** First round id after it, and its time in epoch ms. */
  until: z.string(),
  untilAt: COUNT,
  /** The newest migration of the database. */
  migration: COUNT,
  /** Epoch ms, by the database's clock. */
  archivedAt: COUNT,
  tables: z.array(ArchivedTable).min(1),
});
export type ArchiveManifest = z.infer<typeof ArchiveManifest>;

/** The first format knew tables of rounds only, which share their bounds. */
const FirstManifest = z.strictObject({
  ...ArchiveManifest.shape,
  format: z.literal('fairpot-archive/1'),
  tables: z.array(ArchivedTable.omit({ by: true, first: true, until: true, kept: true })).min(1),
});

function parseManifest(text: string): ArchiveManifest {
  const manifest = z.union([ArchiveManifest, FirstManifest]).parse(JSON.parse(text));
  if (manifest.format === 'fairpot-archive/2') return manifest;
  const { first, until } = manifest;
  const tables = manifest.tables.map((table) => ({ ...table, by: 'round_id' as const, first, until, kept: null }));
  return { ...manifest, format: 'fairpot-archive/2', tables };
}

/** A manifest as its file has it. `sha256`: of the file. */
export interface StoredManifest {
  readonly manifest: ArchiveManifest;
  readonly sha256: string;
}

const MANIFEST = 'manifest.json';
/** As `sha256sum -c` reads it. */
const SUM = 'manifest.sha256';
export const fileOf = ({ table }: Pick<ArchivedTable, 'table'>): string => `${table}.copy.gz`;

export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Passes bytes on; knows their hash, their number and the number of lines. A row is a line: COPY escapes line breaks. */
export class Digest extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;
  lines = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.lines += 1;
    this.push(chunk);
    done();
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }
}

export const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The manifest comes last: a folder without one is not an archive. */
export async function writeManifest(folder: string, manifest: ArchiveManifest): Promise<StoredManifest> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeDurably(join(folder, SUM), `${sha256(text)}  ${MANIFEST}\n`);
  await writeDurably(join(folder, MANIFEST), text);
  return { manifest, sha256: sha256(text) };
}

/** Throws ArchiveRefused for a folder without a manifest, and for one that is not as it was written. */
export async function readManifest(folder: string): Promise<StoredManifest> {
  const [text, sum] = await Promise.all(
    [MANIFEST, SUM].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => {
        throw new ArchiveRefused(`${join(folder, name)} cannot be read: this is not a complete archive`);
      }),
    ),
  );
  if (sum !== `${sha256(text ?? '')}  ${MANIFEST}\n`)
    throw new ArchiveRefused(`${MANIFEST} is damaged: ${SUM} names another SHA-256`);
  return { manifest: parseManifest(text ?? ''), sha256: sha256(text ?? '') };
}

/** Reads every file to its end. Throws ArchiveRefused, which names the file that is not as it was written. */
export async function checkFiles(folder: string, { tables }: ArchiveManifest): Promise<void> {
  for (const table of tables) {
    const packed = new Digest();
    const rows = new Digest();
    try {
      await pipeline(createReadStream(join(folder, fileOf(table))), packed, createGunzip(), rows, nowhere());
    } catch (error) {
      throw new ArchiveRefused(
        `${fileOf(table)} is damaged: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (packed.sha256 !== table.sha256 || packed.bytes !== table.bytes)
      throw new ArchiveRefused(`${fileOf(table)} is damaged: its SHA-256 is ${packed.sha256}, not ${table.sha256}`);
    if (rows.sha256 !== table.rowsSha256 || rows.lines !== table.rows)
      throw new ArchiveRefused(`${fileOf(table)} is damaged: its rows are not those of the manifest`);
  }
}

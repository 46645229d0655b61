/**
 * Compressed copies beside the files of a built client: `main.js.br` of `main.js`. The build makes them once and takes its time, so they are a seventh
 * smaller than what a node would compress for each visitor, and cost the node nothing.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';

const COPY = /[.]br$/;
const TEXT = /[.](js|css|html|svg|json|webmanifest)$/;
/** A smaller file fits into one packet. */
const FROM_BYTES = 1024;

/** The path of the file that the copy at `path` is of; null if `path` is no copy. */
export function copiedFile(path: string): string | null {
  return COPY.test(path) ? path.replace(COPY, '') : null;
}

/** Writes the missing copies of these files. The build empties its folder, so a copy that exists is of the same build. */
export async function writeCopies(folder: string, paths: readonly string[]): Promise<void> {
  const files = paths.filter((path) => TEXT.test(path)).map((path) => join(folder, path));
  await Promise.all(files.filter((file) => !existsSync(`${file}.br`)).map(writeCopy));
}

async function writeCopy(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length >= FROM_BYTES) await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
}

/** What a browser unpacks of a copy. Throws for a damaged one. */
export function unpackCopy(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliDecompress)(bytes);
}

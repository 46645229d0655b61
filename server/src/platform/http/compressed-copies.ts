/**
 * Compressed copies beside the files of a built client: `main.js.br` of `main.js`. The build makes them once and takes its time, so they are a seventh
 * smaller than what a node would compress for each visitor, and cost the node nothing.
 */
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

/** Writes the copies of these files, except those that stand already. */
export async function writeCopies(folder: string, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.filter((path) => TEXT.test(path)).map((path) => writeCopy(join(folder, path))));
}

async function writeCopy(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < FROM_BYTES) return;
  const copy = `${file}.br`;
  const standing = await readFile(copy)
    .then(unpackCopy)
    .catch(() => null); // none, or a damaged one
  if (standing?.equals(bytes) !== true) await writeFile(copy, await promisify(brotliCompress)(bytes));
}

/** What a browser unpacks of a copy. Throws for a damaged one. */
export function unpackCopy(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliDecompress)(bytes);
}

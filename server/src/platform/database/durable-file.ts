/**
 * Files that must survive a power cut, for the few things that may not be lost together with the database. A file is replaced
 * whole: after a crash the old content is there or the new one. Private to the user of the process.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces the file; it is on the disk when this resolves. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await flushed(`${path}.new`, 'w', text);
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

/** Adds to the end of the file; it is on the disk when this resolves. A crash in between may leave a part of `text`. */
export async function appendDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await flushed(path, 'a', text);
}

/** The file's text; null when there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function flushed(path: string, flag: 'w' | 'a', text: string): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

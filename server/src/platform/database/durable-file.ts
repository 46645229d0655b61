/**
 * Files that survive a power cut, for the few things that must not be lost together with the database. A file is replaced atomically: after a crash
 * it has the old content or the new one. Readable by the process user only.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces the file. Resolves once it is on disk. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await flushed(`${path}.new`, 'w', text);
  await rename(`${path}.new`, path);
  await syncFolder(path);
}

/** Creates the file. Resolves once it is complete on disk. An existing file stays unchanged. */
export async function createDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  await flushed(own, 'w', text);
  try {
    await link(own, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(own);
  }
  await syncFolder(path);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Appends to the file. Resolves once the text is on disk. A crash in between may leave a part of `text`. */
export async function appendDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await flushed(path, 'a', text);
}

/** The file's text; null if there is no file. */
export async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
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

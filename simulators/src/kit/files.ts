/**
 * JSON files in the data directory, for everything that survives a restart (beacon key, chain seed, accounts). Files are private to the user who runs
 * the process and are replaced whole, so a crash leaves the old or the new one, never half of one.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** The file's content checked against its shape; null when it is absent. Throws, naming the file, when it is damaged. */
export function readJson<T>(dataDir: string, name: string, shape: z.ZodType<T>): T | null {
  const path = join(dataDir, name);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path} is damaged: remove it to start afresh`, { cause: error });
  }
}

/** Replaces the file. Mode 0600, directory 0700. */
export function writeJson(dataDir: string, name: string, value: unknown): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, name);
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600, flag: 'w' });
  renameSync(fresh, path);
}

/** The stored value, or the result of `make`, which is then stored. Without a directory nothing is stored. */
export function loadOrCreate<T>(dataDir: string | undefined, name: string, shape: z.ZodType<T>, make: () => T): T {
  if (dataDir === undefined) return make();
  const stored = readJson(dataDir, name, shape);
  if (stored !== null) return stored;
  const made = make();
  writeJson(dataDir, name, made);
  return made;
}

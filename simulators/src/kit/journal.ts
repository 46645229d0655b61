/**
 * State that survives a restart and changes often (accounts, items, offers, trades): records by key, each change one appended line. A change of
 * several records is one line, so a process that is killed in the middle leaves all of it or nothing. The file is rewritten without replaced records
 * at each start.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Line = z.record(z.string(), z.unknown());

export class Journal {
  readonly #path: string | null;
  readonly #stored = new Map<string, unknown>();
  readonly #changed = new Map<string, unknown>();

  /** Reads what is stored. Without a directory nothing is stored. Throws, naming the file, when it is damaged. */
  constructor(dataDir: string | undefined, name: string) {
    this.#path = dataDir === undefined ? null : join(dataDir, name);
    if (dataDir === undefined || this.#path === null) return;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    for (const change of readLines(this.#path)) this.#apply(change);
    // Always: the rest of a truncated line would spoil the next one.
    rewrite(this.#path, this.#stored);
  }

  /** Takes out the stored records below `prefix`, in the order in which their keys were first written. For the start. */
  load<T>(prefix: string, shape: z.ZodType<T>): { readonly id: string; readonly value: T }[] {
    const keys = [...this.#stored.keys()].filter((key) => key.startsWith(prefix));
    return keys.map((key) => {
      const value = shape.parse(this.#stored.get(key));
      this.#stored.delete(key);
      return { id: key.slice(prefix.length), value };
    });
  }

  /** The record as it will be when `commit` is called; it may be changed until then. */
  put(key: string, value: object): void {
    this.#changed.set(key, value);
  }

  drop(key: string): void {
    this.#changed.set(key, null);
  }

  /** Writes what was put and dropped since the last commit. */
  commit(): void {
    if (this.#changed.size === 0) return;
    if (this.#path !== null) {
      const line = JSON.stringify(Object.fromEntries(this.#changed));
      appendFileSync(this.#path, `${line}\n`, { mode: 0o600 });
    }
    this.#changed.clear();
  }

  #apply(change: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(change)) {
      if (value === null) this.#stored.delete(key);
      else this.#stored.set(key, value);
    }
  }
}

/** A last line without its end was being written when the process died: it never happened. */
function readLines(path: string): Record<string, unknown>[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  try {
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => Line.parse(JSON.parse(line)));
  } catch (error) {
    throw new Error(`${path} is damaged: remove it to start afresh`, { cause: error });
  }
}

function rewrite(path: string, records: ReadonlyMap<string, unknown>): void {
  const lines = [...records].map(([key, value]) => `${JSON.stringify({ [key]: value })}\n`);
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, lines.join(''), { mode: 0o600, flag: 'w' });
  renameSync(fresh, path);
}

/**
 * A copy of the public log outside the database, so that an older database cannot pass for the complete one: the last
 * published head, and the leaves below it. Written before a head is published, by the node that publishes it.
 *
 * Called by the sequencer, by the check at the start and by the command that announces a loss. Invariant: everything
 * this node ever published is on its disk first.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCheckpoint, type Checkpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { invariant } from '../platform/runner/refused.ts';
import { appendDurably, readIfExists, writeDurably } from '../platform/database/durable-file.ts';

export interface HeadKeeper {
  /** Where it is stored, in words. */
  readonly place: string;
  /** The signed note of the last stored head; null when there is none. Throws when it is not of this log. */
  read(): Promise<string | null>;
  /**
   * Stores a head and the leaves that came with it; `bodies` returns the leaves [from, to). Returns the size of the
   * stored head: a larger one is not replaced. Throws when another head of this size was stored.
   */
  keep(
    head: { readonly size: number; readonly note: string },
    bodies: (from: number, to: number) => Promise<readonly string[]>,
  ): Promise<number>;
  /** Stored leaves of [from, to), by index. */
  leaves(from: number, to: number): Promise<ReadonlyMap<number, string>>;
}

/** Leaves per file: a file below the last backup can be deleted. */
const PER_FILE = 65_536;
/**
 * Maximum number of leaves stored with one head: leaves that another node published meanwhile are in that node's store.
 */
const MAX_AT_ONCE = 4_096;

/** The keeper of the log with this verifier key in `folder`. Logs of several databases may share it. */
export function keeperIn(folder: string, key: string): HeadKeeper {
  const place = join(folder, key.split('+')[1] ?? 'log');
  const headFile = join(place, 'head');
  const read = () => readHead(headFile, key);
  return {
    place,
    read: async () => (await read())?.note ?? null,
    async keep(head, bodies) {
      const before = await read();
      const kept = before?.checkpoint.size ?? 0;
      const isOther = kept === head.size && before !== null && before.note !== head.note;
      invariant(!isOther, `another head of ${kept} leaves was published before: two histories`);
      if (kept > head.size) return kept;
      for (let from = Math.max(kept, head.size - MAX_AT_ONCE); from < head.size;) {
        const to = Math.min(head.size, (Math.floor(from / PER_FILE) + 1) * PER_FILE);
        const lines = (await bodies(from, to)).map((body, i) => `${JSON.stringify([from + i, body])}\n`);
        // A line that a crash truncated must not swallow the next one.
        await appendDurably(join(place, fileOf(from)), `\n${lines.join('')}`);
        from = to;
      }
      await writeDurably(headFile, head.note);
      return head.size;
    },
    leaves: (from, to) => readLeaves(place, from, to),
  };
}

async function readHead(file: string, key: string): Promise<{ note: string; checkpoint: Checkpoint } | null> {
  const note = await readIfExists(file);
  if (note === null) return null;
  return { note, checkpoint: openCheckpoint(note, parseVerifierKey(key)) };
}

function fileOf(index: number): string {
  return `leaves-${String(index - (index % PER_FILE)).padStart(16, '0')}.jsonl`;
}

async function readLeaves(place: string, from: number, to: number): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const files = await readdir(place).catch(() => []);
  for (const name of files.filter((each) => each >= fileOf(from) && each <= fileOf(Math.max(from, to - 1))))
    for (const line of (await readFile(join(place, name), 'utf8')).split('\n')) {
      const [index, body] = leafIn(line) ?? [-1, ''];
      if (index >= from && index < to) found.set(index, body);
    }
  return found;
}

/** A line of a file of leaves; null for a truncated one. */
function leafIn(line: string): readonly [number, string] | null {
  try {
    const value: unknown = JSON.parse(line);
    const [index, body] = Array.isArray(value) ? (value as unknown[]) : [];
    return typeof index === 'number' && typeof body === 'string' ? [index, body] : null;
  } catch {
    // Truncated by a crash, or the empty line before an append: the next head stored the leaf again.
    return null;
  }
}

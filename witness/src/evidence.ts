/**
 * Evidence: two signed checkpoints of one log that contradict each other. Stored in a folder next to the state.
 *
 * `split-...`: two roots for one size, which no log can explain. `unproven-...`: the log did not show that the later
 * one continues the earlier; it may have sent a wrong proof. An outsider can cause the second kind with checkpoints of
 * the log's own and garbage, so that kind has a limit; the first needs the log's key.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './files.ts';

export interface Contradiction {
  readonly kind: 'split' | 'unproven';
  readonly why: string;
  /** The checkpoint that this witness cosigned, and the one it refused: signed notes. */
  readonly kept: string;
  readonly refused: string;
  readonly proof: readonly string[];
  /** POSIX seconds. */
  readonly at: number;
}

const MAX_UNPROVEN = 1_000;

/**
 * Writes the evidence, once per refused checkpoint. Returns its file; null when the limit of the weaker kind is
 * reached.
 */
export async function keepEvidence(folder: string, found: Contradiction): Promise<string | null> {
  const text = found.refused.slice(0, found.refused.lastIndexOf('\n\n'));
  const name = `${found.kind}-${createHash('sha256').update(text).digest('hex').slice(0, 32)}.txt`;
  const path = join(folder, name);
  if (await stat(path).catch(() => null)) return path;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (found.kind === 'unproven') {
    const others = (await readdir(folder)).filter((each) => each.startsWith('unproven-'));
    if (others.length >= MAX_UNPROVEN) return null;
  }
  const parts = [
    `${found.why}\nat ${found.at} (POSIX seconds)\n`,
    `== the checkpoint that this witness cosigned\n${found.kept}`,
    `== the checkpoint that it refused\n${found.refused}`,
    `== the proof that came with it\n${found.proof.map((line) => `${line}\n`).join('')}`,
  ];
  await writeDurably(path, parts.join('\n'));
  return path;
}

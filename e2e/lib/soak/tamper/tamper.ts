/**
 * Tamperings with a real log, each of which `fairpot-verify` must detect and name by its leaf (protocol fp/2, section 5). Called by the soak for
 * every name.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesOf, writeLog } from '../saved-log.ts';
import { Log } from './log.ts';
import { SIGNED } from './signed.ts';
import { UNSIGNED } from './unsigned.ts';

/** This many leaves of a log are enough to tamper with; each lie is signed again and checked from the beginning. */
const MAX_LEAVES = 300;
export const TAMPERINGS: readonly string[] = [...UNSIGNED, ...SIGNED].map(({ name }) => name);

export interface TamperedLog {
  /** For `fairpot-verify --all`. */
  readonly args: readonly string[];
  readonly finding: RegExp;
}

/** A copy of the saved log `from`, tampered with; null when this log has nothing to tamper with in this way (no battle). */
export function tamperedLog(name: string, from: string, folder: string): TamperedLog | null {
  const copy = join(folder, name.replace(/\W+/g, '-'));
  const size = Number(readFileSync(join(from, 'checkpoint'), 'utf8').split('\n')[1]);
  const unsigned = UNSIGNED.find((each) => each.name === name);
  if (unsigned) {
    cpSync(from, copy, { recursive: true });
    const { args = [], finding } = unsigned.spoil(copy, size);
    return { args: ['--from', copy, ...args], finding };
  }
  const log = new Log(leavesOf(from, size).slice(0, MAX_LEAVES));
  const lie = SIGNED.find((each) => each.name === name)?.lie(log) ?? null;
  if (lie === null) return null;
  writeLog(copy, lie.leaves);
  return { args: ['--from', copy], finding: lie.finding ?? new RegExp(`FAIL leaf ${lie.leaf}: `) };
}

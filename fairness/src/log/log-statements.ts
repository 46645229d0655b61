/**
 * Solvency statements as they follow each other in the public log: one a period, numbered without a gap. Called by log-walk.ts.
 */
import type { StatementLeaf } from './statement-leaf.ts';

export class LogStatements {
  #last: { readonly number: number; readonly at: number } | null = null;

  /** What is wrong with a statement at this place; null when nothing is. */
  take({ at, solvency }: StatementLeaf): string | null {
    if (solvency === null) return null;
    const last = this.#last;
    const { number, everyMs } = solvency;
    this.#last = { number, at };
    if (last === null) return number === 1 ? null : `the first solvency statement is number ${number}`;
    if (number <= last.number) return `solvency statement ${number} is given again: two trees for one period`;
    if (number > last.number + 1) return `solvency statement ${number} follows number ${last.number}: one is missing`;
    if (at < last.at + everyMs)
      return `solvency statement ${number} came ${at - last.at} ms after the one before: two trees for one period`;
    return null;
  }
}

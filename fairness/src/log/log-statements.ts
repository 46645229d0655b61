/**
 * The sequence of solvency statements in the public log: one per period, numbered without a gap, their reserves signed
 * over a root that is in the log. Called by log-walk.ts.
 */
import { toHex } from '../encoding/bytes.ts';
import { sumsProblem } from '../reserves/reserves.ts';
import type { SolvencyStatementBody } from '../solvency/statement.ts';
import type { StatementLeaf } from './statement-leaf.ts';

export class LogStatements {
  #last: { readonly number: number; readonly at: number } | null = null;
  /** By number: one entry an hour, some 9,000 a year. */
  readonly #roots = new Map<number, string>();

  /** What is wrong with a statement at this position; null when nothing is. */
  take({ at, solvency }: StatementLeaf): string | null {
    if (solvency === null) return null;
    const last = this.#last;
    const { number, everyMs } = solvency;
    this.#last = { number, at };
    this.#roots.set(number, toHex(solvency.root));
    if (last === null && number !== 1) return `the first solvency statement is number ${number}`;
    if (last === null) return this.#reservesProblem(solvency, at);
    if (number <= last.number) return `solvency statement ${number} is given again: two trees for one period`;
    if (number > last.number + 1) return `solvency statement ${number} follows number ${last.number}: one is missing`;
    if (at < last.at + everyMs)
      return `solvency statement ${number} came ${at - last.at} ms after the one before: two trees for one period`;
    return this.#reservesProblem(solvency, at);
  }

  /** Sums, and signed roots. `--solvency` verifies the keys of the signatures: a year of them takes minutes. */
  #reservesProblem({ number, everyMs, reserves, steam }: SolvencyStatementBody, at: number): string | null {
    if (reserves === null) return null;
    const problem = sumsProblem(reserves, steam.items, { number, at, everyMs });
    if (problem !== null) return `solvency statement ${number}: ${problem}`;
    const wrong = reserves.addresses.find(({ signed }) => signed && this.#roots.get(signed.number) !== signed.root);
    return wrong
      ? `solvency statement ${number}: ${wrong.address} is signed over another root ` +
          `than that of statement ${wrong.signed?.number}`
      : null;
  }
}

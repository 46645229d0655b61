/** The result of a bench: one line of the table of `npm run bench` (run.ts). A bench that runs alone prints it and stops there. */
import { appendFileSync } from 'node:fs';
import { say } from './figures.ts';

export interface BenchResult {
  /** Names the line in the table and in recorded.json. */
  readonly work: string;
  /** What was measured, with its unit. */
  readonly ours: string;
  /** The limit that we set, or what a peer did in the same run. */
  readonly limit: string;
  /** More is better: ours per peer, or for what must stay small the limit per ours. */
  readonly ratio: number;
}

/** The file that run.ts reads afterwards: one result a line. */
export const RESULTS_FILE = 'FAIRPOT_BENCH_RESULTS';

export function report(result: BenchResult): void {
  say(`${result.work}: ${result.ours} for ${result.limit}, ratio ${result.ratio.toFixed(2)}`);
  const file = process.env[RESULTS_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

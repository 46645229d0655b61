/**
 * `npm run bench`: every bench, one after the other; `npm run bench -- stakes market` only those. Prints one table, and writes it into
 * docs/performance.md. Exit 1 when a bench fails, or when the ratio of one that began on a quiet machine is below 0.85 of the recorded one.
 *
 * Options: --record writes the ratios of quiet runs to bench/recorded.json.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/processes.ts';
import { measureBusyShare } from './lib/busy.ts';
import { load, say } from './lib/figures.ts';
import { RESULTS_FILE, type BenchResult } from './lib/report.ts';
import { isQuiet, judge, recordRatios, tableOf, withTable } from './lib/table.ts';
import type { MeasuredResult, RecordedRatios } from './lib/table.ts';

const { values: given, positionals } = parseArgs({
  options: { record: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** Shortest first. `versions.ts` is not among them: it needs another checkout. */
const BENCHES = [
  'verifier',
  'cells',
  'stakes',
  'settlement',
  'jackpot',
  'chat',
  'fan-out',
  'market',
  'economy',
  'outcomes',
  'growth',
];
const RECORDED = join(root, 'bench', 'recorded.json');
const DOCUMENT = join(root, 'docs', 'performance.md');

interface FinishedBench {
  readonly results: readonly MeasuredResult[];
  readonly failed: boolean;
}

async function runBench(name: string): Promise<FinishedBench> {
  const busyShare = await measureBusyShare();
  const machine = isQuiet({ busyShare }) ? 'quiet' : `not quiet, its ratios are not judged`;
  say(`\n== ${name}: ${Math.round(100 * busyShare)}% of the cores are in use, load ${load()}: ${machine}`);
  const folder = mkdtempSync(join(tmpdir(), 'fp-bench-results-'));
  const file = join(folder, 'results');
  const child = spawn(process.execPath, ['--import', 'tsx', `bench/${name}.ts`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [RESULTS_FILE]: file },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true });
  if (code !== 0) say(`${name} failed: it ended with ${code}`);
  return { failed: code !== 0, results: lines.map((line) => ({ ...(JSON.parse(line) as BenchResult), busyShare })) };
}

async function main(): Promise<boolean> {
  const unknown = positionals.filter((name) => !BENCHES.includes(name));
  if (unknown.length > 0) throw new Error(`no such bench: ${unknown.join(', ')}; there are ${BENCHES.join(', ')}`);
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as RecordedRatios;
  const finished: (FinishedBench & { readonly name: string })[] = [];
  for (const name of BENCHES) {
    if (positionals.length === 0 || positionals.includes(name)) finished.push({ name, ...(await runBench(name)) });
  }
  const results = finished.flatMap((each) => each.results);
  say(`\n${tableOf(results, recorded)}\n`);
  for (const result of results) {
    const verdict = judge(result, recorded);
    if (verdict !== 'ok') say(`${result.work}: ${verdict}`);
  }
  if (given.record) writeFileSync(RECORDED, `${JSON.stringify(recordRatios(results, recorded), null, 2)}\n`);
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), results, recorded));
  return finished.every(({ failed }) => !failed) && results.every((each) => judge(each, recorded) !== 'slower');
}

process.exitCode = (await main()) ? 0 : 1;

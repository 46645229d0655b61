/** The baseline: pgbench on the same PostgreSQL, in a database next to the site's. Used by stakes.ts and jackpot.ts. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MISSING =
  'This bench needs pgbench and there is none on PATH. Debian and Ubuntu: sudo apt-get install postgresql\n' +
  '(pgbench is part of the server package), Fedora: postgresql-contrib, macOS: brew install postgresql.\n';

/** Exits with 2 and says what to install when pgbench is missing. */
export function requirePgbench(): void {
  if (spawnSync('pgbench', ['--version']).status === 0) return;
  process.stderr.write(MISSING);
  process.exit(2);
}

/** Fills the database `url` with a million accounts (scale 10). */
export async function prepareTpcb(url: string): Promise<void> {
  await run('pgbench', ['--initialize', '--quiet', '--scale=10', url]);
}

/** Transactions of TPC-B per second over `seconds`: 8 clients, prepared statements. */
export function tpcb(url: string, seconds: number): Promise<number> {
  return pgbench(url, seconds, 'tpcb-like');
}

/** As `tpcb`, for one of pgbench's own scripts. 'simple-update' omits the two updates that all clients contend for. */
export async function pgbench(url: string, seconds: number, script: 'tpcb-like' | 'simple-update'): Promise<number> {
  const args = [
    '--no-vacuum',
    '--protocol=prepared',
    `--builtin=${script}`,
    '--client=8',
    '--jobs=2',
    `--time=${seconds}`,
    url,
  ];
  const { stdout } = await run('pgbench', args);
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
  if (tps === undefined || failed !== '0') throw new Error(`pgbench said:\n${stdout}`);
  return Number(tps);
}

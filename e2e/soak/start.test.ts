/**
 * `npm start` as an operator sees it: no line above INFO, on a new data folder and on an old one, whose Ethereum node has a chain as an earlier
 * version left it after a night.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { programOf, root, stop, untilReady } from '../../scripts/processes.ts';
import { openPool } from '../../server/src/platform/database/db.ts';
import { embeddedUrlOf } from '../../server/src/platform/database/embedded-postgres.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import { freePort } from '../lib/site.ts';
import { anvilBinary } from '../../simulators/src/chains/ethereum/anvil.ts';

const READY_MS = 300_000;
/** What the processes of a site say on standard error when all is well. */
const HEALTHY = [/^\[\d\d:\d\d:\d\d\] (INFO|DEBUG)( \(\d+\))?: /, /^fairpot-witness: watching /];
/** A machine that is busy with other tests misses time limits; that is no fault of the start. */
const SLOW =
  /no answer in \d+ ms|timeout|no connection to the database|"code": "UNAVAILABLE"|ahead of the beacon|an open transaction blocks/;
const OLD_BYTES = 60_000_000;

const dataDir = mkdtempSync(join(tmpdir(), 'fp-start-'));
chmodSync(dataDir, 0o755); // started as root, the database runs as another user who needs access
let launcher: ChildProcess | null = null;
afterAll(async () => {
  if (launcher !== null) await stop(launcher, 30_000);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Starts a demo and waits until each of its processes has worked; stops it. Returns its standard error. */
async function startedOnce(): Promise<string> {
  const port = await freePort();
  const env = { PORT: String(port), FAIRPOT_DATA_DIR: dataDir, DATABASE_URL: '', FAIRPOT_MODE: 'demo' };
  const began = Date.now();
  const { path, execArgv } = programOf('scripts/up.ts');
  launcher = spawn(process.execPath, [...execArgv, path], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  launcher.stderr?.on('data', (data: Buffer) => (text += data.toString()));
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, READY_MS, () => (launcher?.exitCode === null ? null : text));
  await expect.poll(() => idleWorkers(origin, began), { timeout: READY_MS, interval: 1_000 }).toEqual([]);
  const said = text;
  await stop(launcher, 30_000);
  return said;
}

/** Processes that have not worked since `began`: witness, watcher by its chains, signer by its coins, trade worker. */
async function idleWorkers(origin: string, began: number): Promise<string[]> {
  const answer = await fetch(`${origin}/api/fair/log/witnesses`);
  const { response } = (await answer.json()) as { response: { witnesses: { last: { at: number } | null }[] } };
  const isWitnessed = response.witnesses.every(({ last }) => last !== null && last.at >= began - 1_000);
  const db = openPool({ url: embeddedUrlOf(dataDir) ?? '', maxConnections: 1 });
  try {
    const rows = await db.many<{ name: string }>(sql`
      select network as name from crypto_networks where height is null
      union all select coin from crypto_ways_out where seen_at < ${began}
      union all select 'trader' where not exists (select from trade_bots where seen_at >= ${began})
      union all select 'signer' where not exists (select from crypto_ways_out)`);
    return [...(isWitnessed ? [] : ['witness']), ...rows.map(({ name }) => name)];
  } finally {
    await db.close();
  }
}

/** The node's file with the state of every block of a night, which earlier versions stored. */
function makeOld(file: string): void {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { historical_states: [string, unknown][] };
  const state = kept.historical_states[0]?.[1];
  const many = Math.ceil(OLD_BYTES / JSON.stringify(state).length);
  const old = Array.from({ length: many }, (_, n): [string, unknown] => [
    `0x${n.toString(16).padStart(64, '0')}`,
    state,
  ]);
  writeFileSync(file, JSON.stringify({ ...kept, historical_states: [...old, ...kept.historical_states] }));
  expect(statSync(file).size).toBeGreaterThan(OLD_BYTES);
}

/** Records of standard error that no healthy start has; further lines of a record are indented. */
const unhealthy = (text: string) =>
  text.split(/\n(?! )/).filter((record) => record !== '' && ![...HEALTHY, SLOW].some((shape) => shape.test(record)));

test('a first start says nothing above INFO', async () => {
  const text = await startedOnce();
  expect(text).toContain('INFO: demo world loaded');
  expect(unhealthy(text)).toEqual([]);
});

test('a start on an old data folder works, and says nothing above INFO', async () => {
  const file = join(dataDir, 'simulators', 'ethereum.json');
  expect(existsSync(file)).toBe(anvilBinary() !== null);
  if (existsSync(file)) makeOld(file);
  expect(unhealthy(await startedOnce())).toEqual([]);
  if (existsSync(file)) expect(statSync(file).size).toBeLessThan(OLD_BYTES / 10);
});

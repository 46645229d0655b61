/**
 * The release runs where nothing but Node is: outside the repository, without packages, on a PostgreSQL of its own. Its server signs a player in and
 * serves a command, its trade worker signs in at Steam, and every other program starts far enough to check its settings.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../e2e/lib/database.ts';
import { Player } from '../e2e/lib/player.ts';
import { freePort } from '../e2e/lib/site.ts';
import { roleUrls } from '../server/src/platform/database/roles.ts';
import { run } from './lib.mjs';
import { startSimulators, stop, untilReady, type SimulatorsProcess } from './processes.ts';

const REFUSED = 2;

let folder: string;
let release: string;
let database: TestDatabase;
let simulators: SimulatorsProcess;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairpot-release-'));
  chmodSync(folder, 0o755); // started as root, the database runs as another user who needs access
  release = join(folder, 'app');
  expect(await run(process.execPath, ['scripts/build.mjs', '--into', release, '--without-client'])).toBe(0);
  database = await openTestDatabase(folder);
  simulators = await startSimulators(folder);
}, 120_000);

afterAll(async () => {
  for (const child of children.reverse()) await stop(child, 20_000);
  await stop(simulators.child);
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The environment of a fresh host: nothing of this one but the path. */
function start(program: string, env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [`${program}.mjs`], {
    cwd: release,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

test('the release has no packages, and names none that it would need', () => {
  expect(readdirSync(release)).not.toContain('node_modules');
  const programs = readdirSync(release).filter((name) => name.endsWith('.mjs'));
  expect(programs).toEqual(expect.arrayContaining(['server.mjs', 'signer.mjs', 'migrate.mjs']));
  for (const name of programs) {
    expect(existsSync(join(release, `${name}.map`)), `source map of ${name}`).toBe(true);
    const imported = [...readFileSync(join(release, name), 'utf8').matchAll(/^import .*?from "([^".][^"]*)"/gm)];
    expect(
      imported.map(([, from = '']) => from).filter((from) => !/^(node:)?[a-z_]+(\/[a-z]+)?$/.test(from)),
      name,
    ).toEqual([]);
  }
});

test('server and trade worker of the release serve a player', async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = start('server', {
    PORT: String(port),
    HOST: '127.0.0.1',
    FAIRPOT_DATA_DIR: join(folder, 'data'),
    SIMULATORS_JSON: simulators.file,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
  });
  await untilReady(origin, 60_000, () => (server.exitCode === null ? null : 'the server ended before it was ready'));
  const player = new Player(origin, 'rolf');
  await player.signUp();
  const { response } = await player.get<{ user: { name: string } }>('/user');
  expect(response?.user.name).toBe('rolf');

  const worker = start('trade-worker', {
    TRADE_DATABASE_URL: roleUrls(database.url).trader,
    TRADE_STEAM_BASE: simulators.steam,
    TRADE_BOT_FILE: simulators.botFile,
    LOG_LEVEL: 'error',
  });
  const [line] = (await firstOutput(worker)).split('\n');
  expect(JSON.parse(line ?? '')).toEqual({ ready: true, mode: 'demo' });

  await stop(server, 20_000);
  expect(server.exitCode).toBe(0);
}, 90_000);

function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

test.each([
  ['chain-watcher', [], REFUSED, 'CHAIN_DATABASE_URL'],
  ['signer', [], REFUSED, 'SIGNER_FILE'],
  ['migrate', [], REFUSED, 'DATABASE_URL: the owner of the database'],
  ['admin', [], REFUSED, 'npm run admin -- STEAMID'],
  ['restore-log', ['--help'], 0, 'npm run restore-log'],
  ['reserves', ['list'], 1, ''],
  ['review', ['nonsense'], 1, 'npm run review'],
  ['sign-addresses', ['nonsense'], 1, 'npm run sign-addresses'],
  ['trade-bot', ['nonsense'], 1, 'npm run trade-bot'],
  ['signer-file', ['nonsense'], 1, 'npm run signer-file'],
  ['witness', ['--help'], 0, 'fairpot-witness'],
  ['verify', ['--help'], 0, 'fairpot-verify'],
])('%s of the release starts', (program, args, status, said) => {
  const env = { PATH: process.env['PATH'], FAIRPOT_DATA_DIR: join(folder, 'none') };
  const ended = spawnSync(process.execPath, [`${program}.mjs`, ...args], { cwd: release, env, encoding: 'utf8' });
  expect({ status: ended.status, text: ended.stdout + ended.stderr }).toEqual({
    status,
    text: expect.stringContaining(said) as string,
  });
});

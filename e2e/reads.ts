/**
 * `npx tsx e2e/reads.ts [--seconds 60]`: which share of the reads leaves the primary. A server with a streaming standby, the demo's bots at play, and
 * browsers that go from page to page: four visitors, and two signed-in players who stake in between. Counted by the server's own metric.
 *
 * Needs the built client, as film.ts does.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import { root, startSimulators, stop, V8_FLAGS } from '../scripts/processes.ts';
import { startPair } from '../server/testing/standby.ts';
import config from './playwright.config.ts';
import { Player } from './lib/player.ts';

const { values: given } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const METRICS_PORT = 4_390;
const PLAYERS = ['76561198000000101', '76561198000000104'];
const VISITORS = 4;
const STAY_MS = 2_000;
const PUBLIC = [
  '/',
  '/coinflip',
  '/jackpot',
  '/casebattles',
  '/marketplace',
  '/fairplay',
  '/fairplay/solvency',
  '/prices',
];
const OWN = ['/profile?tab=history', '/profile', '/withdraw'];

const folder = mkdtempSync(join(tmpdir(), 'fp-reads-'));
chmodSync(folder, 0o755);
const pair = await startPair();
await pair.copy();
const simulators = await startSimulators(folder);
const env = {
  ...process.env,
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: pair.primaryUrl,
  DATABASE_READ_URL: pair.standbyUrl,
  FAIRPOT_DATA_DIR: folder,
  FAIRPOT_RATE_LIMITS: 'off',
  SIMULATORS_JSON: simulators.file,
  METRICS_PORT: String(METRICS_PORT),
};
const server = spawn(process.execPath, [...V8_FLAGS, '--import', 'tsx', 'server/src/main.ts'], {
  cwd: root,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const origin = await new Promise<string>((resolve) =>
  createInterface({ input: server.stdout }).once('line', (line) => resolve((JSON.parse(line) as { url: string }).url)),
);
const browser = await chromium.launch(config.use?.launchOptions);

/** The server's reads by where they were answered, and its calls by name. */
async function counted(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  const samples = text.matchAll(
    /^(?:fairpot_reads_total\{from="(\w+)"\}|fairpot_calls_total\{call="([\w.]+)",result="ok"\}) (\d+)$/gm,
  );
  return new Map([...samples].map(([, from, call, value]) => [from ?? call ?? '', Number(value)]));
}

/** Goes from page to page until the end, and follows the facts of each. */
async function browse(context: BrowserContext, pages: readonly string[], from: number, until: number): Promise<void> {
  const page = await context.newPage();
  for (let at = from; Date.now() < until; at++) {
    await page.goto(`${origin}${pages[at % pages.length]}`);
    await page.waitForTimeout(STAY_MS);
  }
}

/** Stakes an item now and then. */
async function play(player: Player, until: number): Promise<void> {
  for (; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 5_000))) {
    const { response } = await player.get<{ items: { id: string }[] }>('/user/inventory/site');
    const [item] = response?.items ?? [];
    if (item) await player.post('/coinflip/create/inventory', { inventoryIds: [item.id], side: 1 });
  }
}

async function signedIn(steamId: string): Promise<{ player: Player; context: BrowserContext }> {
  const player = new Player(origin, steamId);
  await player.signUp(steamId);
  const context = await browser.newContext();
  const cookies = player.cookie.split('; ').map((each) => each.split('='));
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: origin })));
  return { player, context };
}

try {
  const people = await Promise.all(PLAYERS.map(signedIn));
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => browser.newContext()));
  const before = await counted();
  const until = Date.now() + Number(given.seconds) * 1_000;
  await Promise.all([
    ...visitors.map((context, i) => browse(context, PUBLIC, i, until)),
    ...people.map(({ context }, i) => browse(context, [...PUBLIC, ...OWN], 3 * i, until)),
    ...people.map(({ player }) => play(player, until)),
  ]);
  const rows = [...(await counted())].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  const of = new Map(rows);
  const [replica = 0, primary = 0] = [of.get('replica'), of.get('primary')];
  process.stdout.write(`reads: ${replica} from the replica, ${primary} from the primary, `);
  process.stdout.write(
    `${of.get('repeated')} of them after the replica; ${((100 * replica) / (replica + primary)).toFixed(1)}% left\n`,
  );
  for (const [name, value] of rows.sort(([, a], [, b]) => b - a))
    if (value > 0) process.stdout.write(`${value} ${name}\n`);
} finally {
  await browser.close();
  await stop(server);
  await stop(simulators.child);
  await pair.close();
  rmSync(folder, { recursive: true, force: true });
}

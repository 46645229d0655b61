/** The watcher as a process: it starts and stops cleanly, and when killed at any moment it loses no payment and writes none twice. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SOLID_AFTER, TRON_BLOCK_MS } from '@fairpot/simulators/chains/tron/tron';
import { roleUrls } from '@fairpot/server/platform/database/roles';
import { sql } from '@fairpot/server/platform/database/sql';
import { until } from '@fairpot/server/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWatcherConfig } from './config.ts';
import { makeWatcherScene, type WatcherScene } from './scene.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAYMENTS = 30;

let scene: WatcherScene;
let env: Record<string, string>;
const children: ChildProcess[] = [];
beforeAll(async () => {
  scene = await makeWatcherScene({ network: 'tron' });
  // The site uses the world's clock, the process the machine's. They start together, and the chain is read from there.
  await scene.world.clock.advance(Date.now() - scene.world.clock.now());
  await scene.world.db.run(sql`delete from crypto_blocks`);
  await scene.world.db.run(sql`update crypto_networks set height = null, hash = null, read_at = null`);
  await scene.newWatcher().poll();
  await scene.world.db.run(sql`insert into meta (key, value) values ('mode', 'demo') on conflict do nothing`);
  env = {
    FAIRPOT_MODE: 'demo',
    LOG_LEVEL: 'silent',
    CHAIN_DATABASE_URL: roleUrls(scene.world.databaseUrl).watcher,
    TRON_BASE: scene.sims.crypto.tron,
    BTC_BASE: scene.sims.crypto.bitcoin,
  };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await scene.close();
});

/** Starts a watcher process; resolves when it is ready. */
async function started(change: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'chain-watcher/src/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env, ...change },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(JSON.parse(line)).toEqual({ ready: true, mode: 'demo', chains: ['tron', 'bitcoin'] });
  return child;
}

async function endOf(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

const seen = async () => (await scene.world.db.one<{ n: number }>(sql`select count(*) as n from crypto_payments`)).n;

test('killed while reading, again and again: every payment is credited, and once', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'TRX');
  // One block per payment, so that there is always something left to interrupt.
  for (let n = 0; n < PAYMENTS; n += 1) {
    await scene.pay(order);
    await scene.advance(2 * TRON_BLOCK_MS);
  }
  await scene.advance((SOLID_AFTER + 2) * TRON_BLOCK_MS);
  // Slow answers, so that the process dies in the middle of a request.
  scene.sims.faults.set('tron', 'slow', { ms: 40 });
  const first = await started();
  await until(async () => scene.sims.log.list({ service: 'tron' }).length > 60);
  expect(await endOf(first, 'SIGKILL')).toBe(null);
  const read = await seen();
  expect(read).toBeLessThan(PAYMENTS);
  const [second, third] = await Promise.all([started(), started()]);
  await until(async () => (await seen()) > read);
  expect(await endOf(second, 'SIGKILL')).toBe(null);
  scene.sims.faults.clear();
  await until(async () => (await seen()) === PAYMENTS);
  const credited = () =>
    scene.world.db.many<{ cents: number }>(sql`
      select credited_cents as cents from crypto_payments where state = 'CREDITED'`);
  await until(async () => {
    await scene.world.sweepAll();
    return (await credited()).length === PAYMENTS;
  });
  // The process uses the machine's clock, which is behind the site's here. It saw the payments before the order was made, so they are
  // worth the rate at their credit, not exactly the requested amount.
  const worth = (await credited()).map(({ cents }) => cents);
  for (const cents of worth) expect(Math.abs(cents - 1_000)).toBeLessThan(10);
  expect(await scene.cash(player)).toBe(worth.reduce((sum, cents) => sum + cents, 0));
  expect(await endOf(third, 'SIGTERM')).toBe(0);
  expect(await seen()).toBe(PAYMENTS);
}, 120_000);

test('killed between its steps and the books: the next sweep credits a due payment, once', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'USDT');
  await scene.pay(order);
  await scene.advance((SOLID_AFTER + 2) * TRON_BLOCK_MS);
  await scene.newWatcher().poll();
  const nodes = [scene.world.node(scene.world.clock), scene.world.node(scene.world.clock)];
  await Promise.all(nodes.map((node) => node.sweepAll()));
  expect(await scene.cash(player)).toBe(1_000);
});

test('refuses settings of another mode, and settings without a chain', () => {
  const problems = (change: Record<string, string>) => {
    try {
      readWatcherConfig({ ...env, ...change });
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };
  expect(problems({})).toBe('');
  expect(problems({ TRON_BASE: 'http://198.51.100.7' })).toContain('TRON_BASE: a demo may only read simulators');
  expect(problems({ TRON_BASE: '', BTC_BASE: '' })).toContain('there is no chain to watch');
  expect(problems({ TRON_API_KEY: 'a real key' })).toContain('TRON_API_KEY');
  expect(problems({ FAIRPOT_MODE: 'live' })).toContain('BTC_BASE: live must not read a simulator');
  const live = { FAIRPOT_MODE: 'live', TRON_BASE: 'https://api.trongrid.io', BTC_BASE: 'https://blockstream.info/api' };
  expect(problems(live)).toBe('');
  expect(problems({ ...live, ETH_RPC: 'http://node.example' })).toContain('ETH_RPC: live requires https');
  expect(problems({ ...live, BTC_BASE_2: 'https://mempool.space/api' })).toBe('');
  expect(problems({ ...live, BTC_BASE_2: 'http://127.0.0.1:1' })).toContain(
    'BTC_BASE_2: live must not read a simulator',
  );
  expect(problems({ ...live, ETH_RPC_2: 'https://node.example' })).toContain(
    'ETH_RPC_2: a second node needs a first one',
  );
  expect(problems({ CHAIN_DATABASE_URL: 'mysql://x' })).toContain('CHAIN_DATABASE_URL');
});

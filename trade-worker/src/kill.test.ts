/** The worker as a process: it starts and stops properly, and killed at any moment it loses nothing and sends nothing twice. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { roleUrls } from '@fairpot/server/platform/database/roles';
import { sql } from '@fairpot/server/platform/database/sql';
import { until } from '@fairpot/server/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWorkerConfig } from './config.ts';
import { makeScene, type ScenePerson, type TradeScene } from './scene.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const AK = [730, 'AK-47 | Asiimov (Field-Tested)'] as const;

let scene: TradeScene;
let folder: string;
let env: Record<string, string>;
let bot: object;
const children: ChildProcess[] = [];
beforeAll(async () => {
  scene = await makeScene();
  folder = mkdtempSync(join(tmpdir(), 'fairpot-worker-'));
  const botFile = join(folder, 'bot.json');
  // The simulator runs by the world's clock, the process by the machine's. Tokens from the start of the scene have expired.
  await scene.world.clock.advance(Date.now() - scene.world.clock.now());
  bot = {
    steamId: scene.bot.steamId,
    ...((await scene.control('GET', `/users/${scene.bot.steamId}/credentials`)) as object),
  };
  writeFileSync(botFile, JSON.stringify(bot), { mode: 0o600 });
  await scene.world.db.run(sql`insert into meta (key, value) values ('mode', 'demo') on conflict do nothing`);
  env = {
    FAIRPOT_MODE: 'demo',
    LOG_LEVEL: 'silent',
    TRADE_BOT_FILE: botFile,
    TRADE_DATABASE_URL: roleUrls(scene.world.databaseUrl).trader,
    TRADE_STEAM_BASE: scene.simulators.steam.baseUrl,
  };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await scene.close();
  rmSync(folder, { recursive: true });
});

/** A worker process; resolves when it is ready. */
async function started(change: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const args = ['--import', 'tsx', 'trade-worker/src/main.ts'];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env, ...change },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(JSON.parse(line)).toEqual({ ready: true, mode: 'demo' });
  return child;
}

async function endOf(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

test('killed while sending: the next one finds the offer, sends nothing again, and the trade is credited once', async () => {
  const people: { person: ScenePerson; id: string }[] = [];
  for (let n = 0; n < 4; n += 1) {
    const person = await scene.person([AK]);
    people.push({ person, id: await scene.deposit(person, true, 0) });
  }
  const states = () => Promise.all(people.map(async ({ person, id }) => (await scene.order(person, id)).state));
  const offers = () => Promise.all(people.map(async ({ person, id }) => (await scene.offersOf(person, id)).length));
  // The offer is made, but the answer takes longer than the process lives.
  await scene.fault('send-slow', { ms: 2_000 });
  const first = await started();
  await until(async () => (await states()).includes('SENDING'));
  expect(await endOf(first, 'SIGKILL')).toBe(null);
  scene.simulators.faults.clear();
  // Its claims expire by themselves; no need to wait here.
  await scene.world.db.run(sql`update trade_orders set lease_until = 0`);
  const second = await started();
  await until(
    async () =>
      (await states()).includes('SENT') && (await states()).every((state) => ['SENT', 'UNKNOWN'].includes(state)),
  );
  expect(Math.max(...(await offers()))).toBeLessThanOrEqual(1);
  const nth = (await states()).indexOf('SENT');
  const [sent] = people.slice(nth, nth + 1);
  if (sent === undefined) throw new Error('no order was sent');
  await scene.act(sent.person, sent.id, 'accept');
  await until(async () => {
    await scene.world.sweepAll();
    return (await scene.order(sent.person, sent.id)).booked;
  });
  expect((await scene.money(sent.person))[1]).toBe(44.9);
  expect(await endOf(second, 'SIGTERM')).toBe(0);
}, 180_000);

test('refuses settings of another mode, and a file that other users can read', () => {
  const problems = (change: Record<string, string>) => {
    try {
      readWorkerConfig({ ...env, ...change });
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };
  expect(problems({})).toBe('');
  expect(problems({ TRADE_STEAM_BASE: 'http://198.51.100.7:80' })).toContain('TRADE_STEAM_BASE');
  expect(problems({ TRADE_STEAM_BASE: '' })).toContain('simulator on this machine only');
  expect(problems({ FAIRPOT_MODE: 'live' })).toContain('only for demos');
  expect(problems({ TRADE_DATABASE_URL: 'mysql://x' })).toContain('TRADE_DATABASE_URL');
  const open = join(folder, 'open.json');
  writeFileSync(open, JSON.stringify(bot));
  chmodSync(open, 0o644);
  expect(problems({ TRADE_BOT_FILE: open })).toContain('chmod 600');
  writeFileSync(open, JSON.stringify({ ...bot, identitySecret: 'secret words' }));
  chmodSync(open, 0o600);
  const problem = problems({ TRADE_BOT_FILE: open });
  expect(problem).toContain('identitySecret');
  expect(problem).not.toContain('secret words');
});

/** The signer dies between any two of its steps, and several run at once: each withdrawal gets one transaction, or its money back. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { roleUrls } from '@fairpot/server/platform/database/roles';
import { sql, type Db } from '@fairpot/server/platform/database/sql';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { until } from '@fairpot/server/testing/until';
import { USDT_CONTRACT } from '@fairpot/simulators/chains/tron/tron';
import { toHexAddress } from '@fairpot/simulators/chains/tron/proto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSignerConfig } from './config.ts';
import { makeSignerScene, OUTSIDE, PACE, type SignerScene } from './scene.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A few blocks. */
const TURN_MS = 10_000;
const STEPS = ['claimed', 'signed', 'stored', 'sent', 'recorded'] as const;

let scene: SignerScene;
const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'fairpot-signer-'));
beforeAll(async () => {
  scene = await makeSignerScene({ network: 'tron' });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
  await scene.close();
});

const held = () => scene.sims.chains.tron.balance(toHexAddress(OUTSIDE.USDT), USDT_CONTRACT);
const ask = async () => {
  const player = await scene.player();
  return { player, requested: await scene.calls.ask(player, { coin: 'USDT', address: OUTSIDE.USDT, amountUsd: 20 }) };
};
const unitsOf = (amount: string) => BigInt(Math.round(Number(amount) * 1e6));

/** A signer that dies at a step: from then on none of its calls reach the database or the node. */
function signerDyingAt(last: (typeof STEPS)[number]) {
  let dead = false;
  const alive = <T>(call: () => Promise<T>): Promise<T> => (dead ? Promise.reject(new Error('dead')) : call());
  const db: Db = {
    many: (query) => alive(() => scene.signer.many(query)),
    one: (query) => alive(() => scene.signer.one(query)),
    maybe: (query) => alive(() => scene.signer.maybe(query)),
    run: (query) => alive(() => scene.signer.run(query)),
  };
  const signer = scene.newSigner({
    db,
    onStep: (step) => {
      if (step === last) dead = true;
      if (dead) throw new Error('dead');
    },
  });
  return { step: () => signer.step().catch(() => 0), isDead: () => dead };
}

/** Advances the clock and runs the first signer until all of these players' withdrawals have this status. */
async function turnUntilAll(players: readonly Actor[], status: string): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    const states = await Promise.all(players.map(async (player) => (await scene.calls.last(player)).status));
    if (states.every((state) => state === status)) return scene.world.checkInvariants();
    await scene.turn(TURN_MS);
  }
  throw new Error(`some are not ${status}`);
}

test('killed between any two steps: the next signer continues and pays once', async () => {
  const before = held();
  const requested: Awaited<ReturnType<typeof ask>>[] = [];
  for (const last of STEPS) {
    await scene.newSigner().advertise();
    requested.push(await ask());
    const dying = signerDyingAt(last);
    for (let n = 0; n < 20 && !dying.isDead(); n += 1) {
      await scene.world.clock.advance(TURN_MS);
      await dying.step();
    }
    expect([last, dying.isDead()]).toEqual([last, true]);
    // The dead signer's lease has to run out first.
    await scene.world.clock.advance(PACE.leaseMs);
    await turnUntilAll(
      requested.map(({ player }) => player),
      'CONFIRMED',
    );
  }
  for (const each of requested) expect(await scene.payouts(each.requested.id)).toMatchObject([{ state: 'CONFIRMED' }]);
  expect(held() - before).toBe(requested.reduce((sum, each) => sum + unitsOf(each.requested.amountCoin), 0n));
});

test('three signers at once: ten withdrawals, ten transactions', async () => {
  await scene.newSigner().advertise();
  const before = held();
  const requested: Awaited<ReturnType<typeof ask>>[] = [];
  for (let n = 0; n < 10; n += 1) requested.push(await ask());
  const signers = [scene.newSigner(), scene.newSigner(), scene.newSigner()];
  for (let n = 0; n < 12; n += 1) {
    await scene.world.clock.advance(TURN_MS);
    await Promise.all(signers.map((signer) => signer.step()));
  }
  await turnUntilAll(
    requested.map(({ player }) => player),
    'CONFIRMED',
  );
  for (const each of requested) expect(await scene.payouts(each.requested.id)).toHaveLength(1);
  expect(held() - before).toBe(requested.reduce((sum, each) => sum + unitsOf(each.requested.amountCoin), 0n));
});

function signerFile(mode = 0o600, change: object = {}): string {
  const file = join(folder, `signer-${mode}.json`);
  const { wallets } = scene.sims.crypto;
  const limits = { USDT: { free: '2000', most: '20000', day: '100000' } };
  writeFileSync(file, JSON.stringify({ keys: { tron: wallets.tron }, limits, reviewers: [], ...change }), { mode });
  return file;
}

const envOf = (change: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  FAIRPOT_MODE: 'demo',
  LOG_LEVEL: 'silent',
  SIGNER_DATABASE_URL: roleUrls(scene.world.databaseUrl).signer,
  SIGNER_FILE: signerFile(),
  TRON_BASE: scene.sims.crypto.tron,
  ...change,
});

async function started(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'signer/src/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...envOf() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ ready: true, mode: 'demo', wallets: { tron: scene.chain.wallet } });
  return child;
}

test('as a process, killed while working: all withdrawals are paid, each once', async () => {
  await scene.world.clock.advance(Math.max(0, Date.now() - scene.world.clock.now()));
  await scene.world.sweepAll();
  await scene.world.db.run(sql`insert into meta (key, value) values ('mode', 'demo') on conflict do nothing`);
  await scene.newSigner().advertise();
  const before = held();
  const requested: Awaited<ReturnType<typeof ask>>[] = [];
  for (let n = 0; n < 8; n += 1) requested.push(await ask());
  scene.sims.faults.set('tron', 'slow', { ms: 60 });
  const first = await started();
  const stored = async () =>
    (await scene.world.db.one<{ n: number }>(sql`select count(*) as n from crypto_payouts where state = 'SIGNED'`)).n;
  await until(async () => (await stored()) > 0);
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  scene.sims.faults.clear();
  // The dead signer's lease runs out.
  await scene.world.clock.advance(PACE.leaseMs + 30_000);
  const second = await started();
  await turnUntilAll(
    requested.map(({ player }) => player),
    'CONFIRMED',
  );
  expect(held() - before).toBe(requested.reduce((sum, each) => sum + unitsOf(each.requested.amountCoin), 0n));
  for (const each of requested) expect(await scene.payouts(each.requested.id)).toHaveLength(1);
  const stopped = once(second, 'exit');
  second.kill('SIGTERM');
  expect((await stopped)[0]).toBe(0);
}, 120_000);

test('refuses settings of another mode, a file that others may read, and inconsistent limits; never prints a key', () => {
  const problems = (change: Record<string, string>) => {
    try {
      readSignerConfig(envOf(change));
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };
  expect(problems({})).toBe('');
  expect(problems({ SIGNER_FILE: signerFile(0o644) })).toContain('other users can read it');
  expect(problems({ SIGNER_FILE: join(folder, 'nowhere') })).toContain('cannot be read');
  expect(problems({ TRON_BASE: 'https://198.51.100.7' })).toContain('simulators on this machine');
  expect(problems({ FAIRPOT_MODE: 'live' })).toContain('live must not use a simulator');
  expect(problems({ FAIRPOT_MODE: 'live', TRON_BASE: 'http://node.example' })).toContain('live requires https');
  expect(problems({ TRON_API_KEY: 'a real key' })).toContain('TRON_API_KEY');
  expect(problems({ SIGNER_DATABASE_URL: 'mysql://x' })).toContain('SIGNER_DATABASE_URL');
  const limits = { USDT: { free: '3', most: '2', day: '1' } };
  expect(problems({ SIGNER_FILE: signerFile(0o601, { limits }) })).toContain('must satisfy free <= most <= day');
  const bad = problems({ SIGNER_FILE: signerFile(0o602, { keys: { tron: 'secret' } }) });
  expect(bad).toContain('keys.tron');
  expect(bad).not.toContain('secret');
});

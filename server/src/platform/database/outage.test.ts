import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWallet, wallet } from '../../../testing/wallet.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import type { Actor } from '../runner/feature.ts';
import { openPool } from './db.ts';
import type { ClosablePool } from './db.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { prepareDatabase } from './database.ts';
import { roleUrls } from './roles.ts';
import type { RunningServer } from '../process/server.ts';
import { sql } from './sql.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';

const log = pinoLog('silent');
const dataDir = mkdtempSync(join(tmpdir(), 'fairpot-outage-'));
let postgres: EmbeddedPostgres;
let db: ClosablePool;
let world: World;
let server: RunningServer;
let person: Actor;

beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  postgres = await startEmbeddedPostgres({ dataDir, clock: systemClock, log });
  const ownerUrl = postgres.url('postgres');
  await prepareDatabase(ownerUrl, true, systemClock, log);
  const owner = openPool({ url: ownerUrl });
  await createWallet(owner);
  await owner.close();
  db = openPool({ url: roleUrls(ownerUrl).app });
  world = await makeWorld({ features: [wallet], log });
  server = await world.http({ db });
  person = world.actor();
});
afterAll(async () => {
  await world.close();
  await db.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function put(key: string) {
  const headers = { 'content-type': 'application/json', cookie: world.signedIn(person), 'idempotency-key': key };
  const answer = await fetch(`${server.url}/api/wallet/put`, { method: 'POST', body: '{"amount":1}', headers });
  return { status: answer.status, body: (await answer.json()) as { message?: string; text?: string } };
}

const ready = async () => (await fetch(`${server.url}/api/ready`)).status;

test('while the database is stopped every call fails with 503 and changes nothing; then service resumes', async () => {
  expect((await put('before')).status).toBe(200);
  expect(await ready()).toBe(200);
  await postgres.stop();
  for (const key of ['a', 'b', 'c']) {
    const { status, body } = await put(key);
    expect([status, body.message]).toEqual([503, 'ERR_UNAVAILABLE']);
    expect(body.text).toContain('Nothing was changed');
  }
  expect(await ready()).toBe(503);
  postgres = await startEmbeddedPostgres({ dataDir, clock: systemClock, log });
  await until(async () => (await put('a')).status === 200);
  await until(async () => (await ready()) === 200);
  expect(await db.one(sql`select total from wallet`)).toEqual({ total: 2 });
}, 60_000);

test('after kill -9 under load every reported success happened once, and every other call never', async () => {
  const before = (await db.one<{ total: number }>(sql`select total from wallet`)).total;
  const pid = postgres.pid() ?? 0;
  const keys = Array.from({ length: 60 }, (_, i) => `load ${i}`.replace(' ', '-'));
  let answered = 0;
  const first = Promise.all(
    keys.map(async (key, i) => {
      await systemClock.sleep(i * 10);
      return put(key).finally(() => (answered += 1));
    }),
  );
  await until(() => answered >= 10); // in the middle of it
  process.kill(pid, 'SIGKILL');
  const statuses = (await first).map((answer) => answer.status);
  expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
  await until(async () => (await ready()) === 200);
  const done = (await db.one<{ total: number }>(sql`select total from wallet`)).total - before;
  const reported = statuses.filter((status) => status === 200).length;
  // A commit whose answer was lost may have happened: then its receipt exists, and the retry below finds it.
  expect(done).toBeGreaterThanOrEqual(reported);
  const second = await Promise.all(keys.map((key) => put(key)));
  expect(second.every((answer) => answer.status === 200)).toBe(true);
  expect((await db.one<{ total: number }>(sql`select total from wallet`)).total - before).toBe(keys.length);
}, 60_000);

/** What /api/ready reports when the database answers but is of no use. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offsetClock, FakeClock } from '../../../testing/fakes.ts';
import { createWallet, wallet } from '../../../testing/wallet.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { openPool } from '../database/db.ts';
import { MARK, markOf } from '../database/mark.ts';
import { migrate } from '../database/migrate.ts';
import type { ClosablePool } from '../database/db.ts';
import { cachedWriteCheck } from './health-writes.ts';
import type { RunningServer } from '../process/server.ts';
import { readSqlFiles } from '../database/sql-files.ts';
import { sql } from '../database/sql.ts';
import type { Pool } from '../database/sql.ts';
import { systemClock } from '../process/system-ports.ts';

let world: World;
let pool: ClosablePool;
let server: RunningServer;

beforeAll(async () => {
  world = await makeWorld({ features: [wallet] });
  await createWallet(world.db);
  pool = openPool({ url: world.databaseUrl, maxConnections: 5 });
  server = await world.http({ db: pool });
});
afterAll(async () => {
  await server.stop();
  await pool.close();
  await world.close();
});

async function ready(): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${server.url}/api/ready`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Polls until the status is `status`; returns the last answer. */
async function untilReady(status: number) {
  const end = systemClock.now() + 20_000;
  for (;;) {
    const answer = await ready();
    if (answer.status === status) return answer.body;
    if (systemClock.now() > end) throw new Error(`status never became ${status}: ${JSON.stringify(answer.body)}`);
    await systemClock.sleep(100);
  }
}

/** Changes a database setting for the connections of the server under test only. */
async function set(setting: string): Promise<void> {
  const { name } = await world.db.one<{ name: string }>(sql`select current_database() as name`);
  await world.db.run({ text: `alter database ${name} ${setting}`, values: [] });
  await world.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

test.each([
  ['that refuses writes (a standby)', 'default_transaction_read_only', 'on'],
  ['whose disk is full', 'temp_file_limit', "'100kB'"],
])(
  'a database %s: not ready, and ready again afterwards',
  async (_what, setting, value) => {
    expect(await untilReady(200)).toMatchObject({ ready: true, database: true, writes: true, draining: false });
    await set(`set ${setting} = ${value}`);
    expect(await untilReady(503)).toMatchObject({ ready: false, writes: false });
    expect((await ready()).body).toMatchObject({ database: true, relay: true });
    await set(`reset ${setting}`);
    await untilReady(200);
  },
  60_000,
);

test('a database taken over by another server version: not ready until it is ours again', async () => {
  expect(await untilReady(200)).toMatchObject({ migrated: true });
  await world.db.run(sql`update schema_functions set checksum = 'another' where name = 'emit_fact'`);
  expect(await untilReady(503)).toMatchObject({ ready: false, migrated: false, database: true, writes: true });
  await migrate(world.databaseUrl, 1);
  expect(await untilReady(200)).toMatchObject({ migrated: true });
});

test('a database that the next version migrated, leaving everything usable: ready', async () => {
  const { migrations, ...others } = readSqlFiles();
  const next = {
    number: 9_999,
    name: 'next',
    text: 'alter table players add column next text',
    checksum: 'next',
  };
  expect((await migrate(world.databaseUrl, 1, { ...others, migrations: [...migrations, next] })).breaksBefore).toEqual(
    [],
  );
  const { mark } = await world.db.one<{ mark: string }>({ text: `select ${MARK} as mark`, values: [] });
  expect(mark).not.toBe(markOf(readSqlFiles()));
  expect(await untilReady(200)).toMatchObject({ migrated: true });
  await world.db.run(sql`update meta set value = '' where key = 'version_before'`);
  expect(await untilReady(503)).toMatchObject({ migrated: false });
  await world.db.run(sql`delete from schema_migrations where number = 9999`);
  expect(await untilReady(200)).toMatchObject({ migrated: true });
});

test('checks writes once in two seconds, however often it is called, and with a time limit', async () => {
  const clock = new FakeClock();
  let asked = 0;
  let hangs = false;
  const counted: Pool = {
    ...world.db,
    transaction: (fn) => {
      asked += 1;
      return hangs ? new Promise(() => undefined) : world.db.transaction(fn);
    },
  };
  const look = cachedWriteCheck({ db: counted, pace: clock });
  expect(new Set(await Promise.all(Array.from({ length: 50 }, look)))).toEqual(new Set([true]));
  expect(asked).toBe(1);
  hangs = true;
  await clock.advance(2_000);
  const answer = look();
  await clock.advance(2_000);
  expect([await answer, asked]).toEqual([false, 2]);
});

test('a wrong clock is reported as a number, beyond one period with its consequence; the site stays ready', async () => {
  const chain = world.deps.drandChain;
  // In the middle of a period, so that an offset of whole periods equals that many rounds.
  const into = (world.clock.now() - chain.genesisMs) % chain.periodMs;
  await world.clock.advance(chain.periodMs - into + chain.periodMs / 2);
  for (const seconds of [-60, -30, -6, -3, 0, 3, 6, 30, 60]) {
    const node = await world.http({ clock: offsetClock(world.clock, seconds * 1_000) });
    const answer = await fetch(`${node.url}/api/ready`);
    const body = (await answer.json()) as Record<string, unknown>;
    const way = seconds < 0 ? 'behind' : 'ahead of';
    const words = Math.abs(seconds) > 3 ? `this clock is about ${Math.abs(seconds)} s ${way} the beacon` : null;
    expect(body).toMatchObject({ clockOffsetMs: seconds * 1_000, clock: words });
    expect(answer.status).toBe(200);
    await node.stop();
  }
}, 60_000);

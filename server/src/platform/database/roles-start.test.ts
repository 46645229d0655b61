/** How the roles come to be on a server that asks for passwords, and a node that holds their sign-ins alone. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTable } from '../../games/coinflip/table.fixture.ts';
import { FEATURES, productDeps, resolveSession } from '../../app.ts';
import { TEST_LOG_KEY } from '../../testing/fakes.ts';
import { until } from '../../testing/until.ts';
import { ConfigRefused, readConfig } from '../process/config.ts';
import { startServer } from '../process/server.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import { openPool } from './db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { APP, prepareRoles, roleUrls, SETTLER, TRADER } from './roles.ts';
import { sql } from './sql.ts';

const log = pinoLog('silent');

describe('on a server that asks for passwords', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairpot-roles-'));
  let postgres: EmbeddedPostgres;
  const ownerUrl = (password: string) =>
    postgres.url('postgres').replace(/^(postgres:\/\/[^:@/]*)(:[^@]*)?@/, `$1:${password}@`);

  beforeAll(async () => {
    chmodSync(dataDir, 0o755);
    postgres = await startEmbeddedPostgres({ dataDir, clock: systemClock, log, durable: false });
    const owner = openPool({ url: postgres.url('postgres'), maxConnections: 1 });
    const { file } = await owner.one<{ file: string }>(sql`select current_setting('hba_file') as file`);
    const asks = [APP, SETTLER].map((role) => `local all ${role} scram-sha-256\n`).join('');
    writeFileSync(file, `${asks}${readFileSync(file, 'utf8')}`);
    await owner.one(sql`select pg_reload_conf()`);
    await owner.close();
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function run(text: string): Promise<void> {
    const owner = openPool({ url: postgres.url('postgres'), maxConnections: 1 });
    await owner.run({ text, values: [] });
    await owner.close();
  }
  async function signsIn(url: string): Promise<boolean> {
    const pool = openPool({ url, maxConnections: 1 });
    try {
      return (await pool.one<{ n: number }>(sql`select 1 as n`)).n === 1;
    } catch {
      return false; // exactly what is asked
    } finally {
      await pool.close();
    }
  }

  test('an owner without CREATEROLE is refused with what to do, and may migrate once the roles were made by hand', async () => {
    await run("create role plain login password 'x'");
    await run('create database plain owner plain');
    const url = postgres.url('plain').replace(/^postgres:\/\/[^@/]*@/, 'postgres://plain:x@');
    await migrate(url, 1);
    const refused = prepareRoles(url);
    await expect(refused).rejects.toThrow(ConfigRefused);
    await expect(prepareRoles(url)).rejects.toThrow(
      /may not make the roles fairpot_app, fairpot_settler and fairpot_trader.*give it CREATEROLE, or make them by hand/s,
    );
    for (const role of [APP, SETTLER]) await run(`create role ${role} login password 'by hand'`);
    // As an operator finds it whose roles were made before there was a trade worker.
    await expect(prepareDatabase(url, false, systemClock, log)).rejects.toThrow(/fairpot_trader.*docs\/runbook.md/s);
    await run(`create role ${TRADER} login password 'by hand'`);
    await expect(prepareDatabase(url, false, systemClock, log)).rejects.toThrow(`be made in role ${APP}`);
    await run(`grant ${APP} to ${SETTLER}`);
    await prepareDatabase(url, false, systemClock, log);
    expect(await signsIn(url.replace('plain:x@', `${APP}:by%20hand@`))).toBe(true);
    await run('drop database plain with (force)');
    for (const role of [APP, SETTLER, TRADER]) await run(`drop role ${role}`);
  });

  test('a wrong password is set right at the start, so is that of a new owner; a right one is not touched', async () => {
    const url = ownerUrl('one');
    await prepareDatabase(url, true, systemClock, log);
    const { app, settler } = roleUrls(url);
    expect([await signsIn(app), await signsIn(settler)]).toEqual([true, true]);
    for (const role of [APP, SETTLER]) await run(`alter role ${role} password 'another'`);
    expect([await signsIn(app), await signsIn(settler)]).toEqual([false, false]);
    await prepareRoles(url);
    expect([await signsIn(app), await signsIn(settler)]).toEqual([true, true]);
    const next = roleUrls(ownerUrl('two'));
    expect(await signsIn(next.app)).toBe(false);
    await prepareRoles(ownerUrl('two'));
    expect([await signsIn(next.app), await signsIn(next.settler), await signsIn(app)]).toEqual([true, true, false]);
  });
}, 60_000);

test('a node with the sign-ins of app and settler alone plays a coinflip to its end', async () => {
  const table = await makeTable();
  const { world } = table;
  const { app, settler } = roleUrls(world.databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-node-'));
  const config = {
    ...readConfig({
      DATABASE_APP_URL: app,
      DATABASE_SETTLER_URL: settler,
      FAIRPOT_DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
    }),
    ...{ logKey: TEST_LOG_KEY, logKeyFile: null, rateLimits: false },
  };
  expect(config.databaseUrl).toBeNull();
  const database = await openDatabase(config, world.clock, log);
  const { gateways, windowMaker, drandChain } = world.deps;
  const deps = productDeps({ config, db: database.db, settler: database.settler, clock: world.clock, log });
  const server = await startServer({
    deps: { ...deps, gateways, windowMaker, drandChain },
    ...{ features: FEATURES, resolveSession, webFolder: '/nonexistent', pace: systemClock, sweeping: true },
  });
  try {
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    const [first, second] = [await table.playerWith([2_000]), await table.playerWith([2_000])];
    const { gameId } = await server.runner.execute(createCoinflip, first.actor, { inventoryIds: first.items, side: 1 });
    await server.runner.execute(joinCoinflip, second.actor, { gameId, inventoryIds: second.items, side: 2 });
    await until(async () => {
      await world.clock.advance(500);
      return (await table.game(gameId)).phase === 'SETTLED';
    });
    await table.verify(gameId);
    const rows = await world.db.many<{ name: string }>(sql`
      select distinct usename as name from pg_stat_activity
      where datname = current_database() and application_name = 'fairpot' and pid <> pg_backend_pid()`);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([APP, SETTLER]));
  } finally {
    await server.stop();
    await database.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

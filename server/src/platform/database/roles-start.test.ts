/** How roles are created on a server with password authentication. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigRefused } from '../process/config.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';
import { prepareDatabase } from './database.ts';
import { openPool } from './db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { APP, prepareRoles, roleUrls, SETTLER, SIGNER, TRADER, WATCHER } from './roles.ts';
import { sql } from './sql.ts';

const log = pinoLog('silent');

describe('on a server with password authentication', () => {
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
      return false; // the default
    } finally {
      await pool.close();
    }
  }

  test('an owner without CREATEROLE gets instructions, and may migrate once the operator created the roles', async () => {
    await run("create role plain login password 'x'");
    await run('create database plain owner plain');
    const url = postgres.url('plain').replace(/^postgres:\/\/[^@/]*@/, 'postgres://plain:x@');
    await migrate(url, 1);
    const refused = prepareRoles(url);
    await expect(refused).rejects.toThrow(ConfigRefused);
    await expect(prepareRoles(url)).rejects.toThrow(
      /may not create the roles fairpot_app, fairpot_settler, fairpot_trader, fairpot_watcher, fairpot_signer.*give it CREATEROLE, or create them by hand/s,
    );
    for (const role of [APP, SETTLER]) await run(`create role ${role} login password 'by hand'`);
    // The situation of an operator whose roles were created before the trade worker existed.
    await expect(prepareDatabase(url, false, systemClock, log)).rejects.toThrow(/fairpot_trader.*docs\/runbook.md/s);
    await run(`create role ${TRADER} login password 'by hand'`);
    await expect(prepareDatabase(url, false, systemClock, log)).rejects.toThrow(/fairpot_watcher.*docs\/runbook.md/s);
    await run(`create role ${WATCHER} login password 'by hand'`);
    await expect(prepareDatabase(url, false, systemClock, log)).rejects.toThrow(/fairpot_signer.*docs\/runbook.md/s);
    await run(`create role ${SIGNER} login password 'by hand'`);
    await expect(prepareDatabase(url, false, systemClock, log)).rejects.toThrow(`must be a member of ${APP}`);
    await run(`grant ${APP} to ${SETTLER}`);
    await prepareDatabase(url, false, systemClock, log);
    expect(await signsIn(url.replace('plain:x@', `${APP}:by%20hand@`))).toBe(true);
    await run('drop database plain with (force)');
    for (const role of [APP, SETTLER, TRADER, WATCHER, SIGNER]) await run(`drop role ${role}`);
  });

  test('the start log of a new database fits on a screen', async () => {
    const said: string[] = [];
    const say = (fields: object, message: string) => void said.push(JSON.stringify({ ...fields, message }));
    await run('create database fresh');
    const recording = { ...log, info: say, warn: say, error: say, debug: () => undefined };
    await prepareDatabase(postgres.url('fresh'), true, systemClock, recording);
    expect(said.find((line) => line.includes('functions updated'))).toMatch(/^\{"made":\d{3},"dropped":0,/);
    expect(said.filter((line) => line.length > 120)).toEqual([]);
  });

  test('a start corrects a wrong password, also after an owner change; a right one is untouched', async () => {
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { ConfigRefused } from '../process/config.ts';
import { claimMode, migrate } from './migrate.ts';
import { MigrationRefused } from './migration-refused.ts';
import { dumpSchema } from './schema-dump.ts';
import { readFunctions, readMigrations } from './sql-files.ts';
import { sql } from './sql.ts';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
  await world.db.run(sql`delete from schema_migrations`);
});
afterAll(() => world.close());

function folder(files: Record<string, string>): string {
  const dir = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

const FILES = { '0001_a.sql': 'create table ma (n integer);', '0002_b.sql': 'create table mb (n integer);' };
const apply = async (files: Record<string, string>) => {
  const sqlFiles = { migrations: readMigrations(folder(files)), functions: readFunctions(), games: [] };
  return (await migrate(world.databaseUrl, 1, sqlFiles)).migrations;
};

describe('migrations', () => {
  test('are applied once, in order, even when ten nodes start at once', async () => {
    const applied = await Promise.all(Array.from({ length: 10 }, () => apply(FILES)));
    expect(applied.flat()).toEqual([1, 2]);
    expect(await apply(FILES)).toEqual([]);
    expect(await apply({ ...FILES, '0004_d.sql': 'create table md (n integer);' })).toEqual([4]);
  });

  test('are refused if an applied one was edited, removed or inserted', async () => {
    const all = { ...FILES, '0004_d.sql': 'create table md (n integer);' };
    await expect(apply({ ...all, '0002_b.sql': 'create table mb (n bigint);' })).rejects.toThrow('was edited');
    // Without the newest one alone it is the version before (version-before.test.ts).
    await expect(apply({ '0001_a.sql': FILES['0001_a.sql'] })).rejects.toThrow('its file is gone');
    await expect(apply({ ...all, '0003_c.sql': 'select 1;' })).rejects.toThrow('comes before 4');
  });

  test('leave nothing behind when they fail, and name the failing migration', async () => {
    const all = { ...FILES, '0004_d.sql': 'create table md (n integer);' };
    const broken = { ...all, '0005_e.sql': 'create table me (n integer); select 1 / 0;' };
    await expect(apply(broken)).rejects.toThrow('migration 5 (e) failed');
    expect(await world.db.one(sql`select to_regclass('me')::text as found`)).toEqual({ found: null });
    expect(await apply({ ...all, '0005_e.sql': 'create table me (n integer);' })).toEqual([5]);
  });

  test('have names that sort', () => {
    expect(() => readMigrations(folder({ '1_a.sql': '' }))).toThrow(MigrationRefused);
    expect(() => readMigrations(folder({ '0001_a.sql': '', '0001_b.sql': '' }))).toThrow('exists twice');
  });
});

test('a database belongs to one mode for good', async () => {
  await claimMode(world.db, 'demo');
  await claimMode(world.db, 'demo');
  await expect(claimMode(world.db, 'live')).rejects.toThrow(ConfigRefused);
});

test('the schema dump has every table, names every function, and is reproducible', async () => {
  const dump = await dumpSchema(world.db);
  expect(dump).toContain('create table receipts (\n  player_id text not null,');
  expect(dump).toContain('constraint receipts_pkey PRIMARY KEY (player_id, key)');
  expect(dump).toMatch(/^CREATE INDEX receipts_\w+ ON public\.receipts USING btree/m);
  expect(dump).toMatch(/^-- function emit_fact [0-9a-f]{32}$/m);
  expect(await dumpSchema(world.db)).toBe(dump);
});

test('a function with another text changes only its own line of the dump', async () => {
  const undone = new Error('undone');
  const look = world.db.transaction(async (tx) => {
    const before = (await dumpSchema(tx)).split('\n');
    const { text } = await tx.one<{ text: string }>(sql`select pg_get_functiondef('ledger_kind'::regproc) as text`);
    await tx.run({ text: text.replace('$function$', '$function$ -- by hand'), values: [] });
    const after = (await dumpSchema(tx)).split('\n');
    expect(after.length).toBe(before.length);
    expect(after.filter((line, at) => line !== before[at])).toEqual([
      expect.stringMatching(/^-- function ledger_kind /) as string,
    ]);
    throw undone;
  });
  await expect(look).rejects.toBe(undone);
});

/** What app and settler cannot do, tried with their own credentials on every table; and how roles are created. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '../../../testing/world.ts';
import { checkMigrated } from './migrate.ts';
import { MigrationRefused } from './migration-refused.ts';
import { openPool, sqlState, type ClosablePool } from './db.ts';
import { APP, prepareRoles, roleUrls, SETTLER, SIGNER, TRADER, WATCHER } from './roles.ts';
import { readSqlFiles } from './sql-files.ts';
import { sql, type Pool } from './sql.ts';

const NOT_PERMITTED = '42501';
const ROLES = [APP, SETTLER, TRADER, WATCHER, SIGNER];
const GRANTS = readFileSync(join(import.meta.dirname, '../../../grants.sql'), 'utf8');

let world: World;
let tables: string[];
let trader: ClosablePool;
let watcher: ClosablePool;
let signer: ClosablePool;
beforeAll(async () => {
  world = await makeWorld();
  const urls = roleUrls(world.databaseUrl);
  trader = openPool({ url: urls.trader });
  watcher = openPool({ url: urls.watcher });
  signer = openPool({ url: urls.signer });
  // The world's database is a copy, which the start prepares like any other.
  await prepareRoles(world.databaseUrl);
  const rows = await world.db.many<{ name: string }>(sql`
    select c.relname as name from pg_class c 
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  tables = rows.map((row) => row.name);
});
afterAll(async () => {
  await trader.close();
  await watcher.close();
  await signer.close();
  await world.close();
});

const as = (role: string): Pool =>
  ({ [APP]: world.deps.db, [TRADER]: trader, [WATCHER]: watcher, [SIGNER]: signer })[role] ?? world.deps.settler;

/** The result of a statement: 'done', or the SQLSTATE of its error. Its changes are rolled back. */
async function endOf(role: string, text: string): Promise<string> {
  try {
    await as(role).transaction(async (tx) => {
      await tx.run({ text, values: [] });
      throw new Error('undo');
    });
  } catch (error) {
    return sqlState(error) ?? 'done';
  }
  return 'done';
}

/** The statements that were not refused for lack of privilege. */
async function allowed(role: string, statements: readonly string[]): Promise<string[]> {
  const ends = await Promise.all(statements.map(async (text) => [text, await endOf(role, text)]));
  return ends.flatMap(([text, end]) => (end === NOT_PERMITTED ? [] : [`${end}: ${text}`]));
}

describe.each(ROLES)('%s cannot', (role) => {
  test('truncate, drop or alter any table, or remove its triggers', async () => {
    expect(tables.length).toBeGreaterThan(40);
    for (const table of tables) {
      const tried = [
        `truncate ${table} cascade`,
        `drop table ${table} cascade`,
        `alter table ${table} add column planted text`,
        `alter table ${table} disable trigger all`,
        `create trigger planted before insert on ${table} for each row execute function rounds_guard()`,
      ];
      expect(await allowed(role, tried)).toEqual([]);
    }
  });

  test('change or revert history', async () => {
    const history = [
      ...['settlements', 'postings', 'transfers', 'item_moves', 'log_leaves', 'beacon_outputs', 'round_secrets'],
      'trade_moves',
      ...['entries', 'player_results', 'log_entries', 'case_tables', 'case_table_items', 'battle_cases', 'chat_audit'],
      ...['market_sales', 'market_stockings'],
    ];
    const statements = await Promise.all(
      history.map(async (table) => {
        const { name } = await world.db.one<{ name: string }>(sql`
          select attname as name from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
          order by attnum desc limit 1`);
        return [`update ${table} set ${name} = ${name}`, `delete from ${table}`];
      }),
    );
    expect(await allowed(role, statements.flat())).toEqual([]);
    expect(
      await allowed(role, [
        ...['hash', 'id', 'game', 'number', 'fee_bps', 'opened_at'].map(
          (each) => `update rounds set ${each} = ${each}`,
        ),
        'delete from rounds',
        'update escrows set opened_at = opened_at',
        'update window_keys set seal_key = seal_key',
      ]),
    ).toEqual([]);
  });

  test('read a secret or a window key', async () => {
    const tried = [
      'select * from round_secrets',
      'select secret from round_secrets',
      'select window_key from window_keys',
    ];
    expect(await allowed(role, [...tried, 'select * from window_keys', 'copy round_secrets to stdout'])).toEqual([]);
  });

  test('become another role, or create anything', async () => {
    const owner = (await world.db.one<{ name: string }>(sql`select current_user as name`)).name;
    const tried = [
      `set role ${owner}`,
      `set session authorization ${owner}`,
      'create table planted (n integer)',
      'create temporary table planted (n integer)',
      "create function planted() returns integer language sql as 'select 1'",
      'create schema planted',
      'create role planted',
      `alter role ${role} superuser`,
      "set session_replication_role = 'replica'",
    ];
    expect(await allowed(role, tried)).toEqual([]);
  });

  test('is a superuser, or anything like one', async () => {
    const rows = await world.db.one(sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = ${role}`);
    expect(Object.values(rows as object)).toEqual([false, false, false, false, false]);
    const { n } = await world.db.one<{ n: number }>(sql`
      select count(*) as n from pg_class where relowner = ${role}::regrole`);
    expect(n).toBe(0);
  });
});

test('the app alone cannot reveal, or write an output, a result or a window', async () => {
  const tried = [
    "select * from round_reveal(array['rnd_1'], 'c')",
    `insert into beacon_outputs (chain, round, signature, fetched_at) values ('c', 1, '', 0)`,
    'insert into settlements select * from settlements',
    'insert into window_keys select * from window_keys',
    `set role ${SETTLER}`,
  ];
  expect(await allowed(APP, tried)).toEqual([]);
  // The settler may, which shows that the statements themselves are valid.
  expect(await endOf(SETTLER, tried[0] ?? '')).toBe('done');
});

test('every table is named in the grants: a new table without a line fails here', () => {
  const named = GRANTS.replace(/--.*/g, '');
  expect(tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(named))).toEqual([]);
});

describe('the roles', () => {
  test('are prepared twice without a change; additional grants are revoked', async () => {
    const granted = () =>
      world.db.many(sql`
        select table_name, grantee, privilege_type from information_schema.role_table_grants
        where grantee in (${APP}, ${SETTLER}, ${TRADER}, ${WATCHER}) order by 1, 2, 3`);
    const before = await granted();
    await prepareRoles(world.databaseUrl);
    expect(await granted()).toEqual(before);
    await world.db.run({ text: `grant delete on settlements to ${APP}`, values: [] });
    await world.db.run(sql`delete from meta where key = 'grants'`);
    await prepareRoles(world.databaseUrl);
    expect(await granted()).toEqual(before);
  });
});

describe('a database', () => {
  test('that lacks a migration is refused by a node that may not apply it', async () => {
    await expect(checkMigrated(world.deps.db)).resolves.toBeUndefined();
    const files = readSqlFiles();
    const more = { number: 9_999, name: 'next', text: '', checksum: 'x' };
    const refused = checkMigrated(world.deps.db, { ...files, migrations: [...files.migrations, more] });
    await expect(refused).rejects.toThrow(MigrationRefused);
    await expect(refused).rejects.toThrow('npm run migrate');
  });
});

import { Client } from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { DatabaseUnavailable } from '../src/platform/database/db.ts';
import { sql, type Db } from '../src/platform/database/sql.ts';
import { databaseUrl } from './global-setup.ts';
import { makeWorld, type World } from './world.ts';

const open: World[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

async function opened(fresh = false): Promise<World> {
  const world = await makeWorld({ fresh });
  open.push(world);
  return world;
}

const nameOf = async ({ db }: World) => (await db.one<{ name: string }>(sql`select current_database() as name`)).name;

/** Every row of every table, and the state of the sequences. */
async function contents(db: Db): Promise<Record<string, unknown>> {
  const tables = await db.many<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    all[name] = await db.many({ text: `select to_jsonb(t) as line from ${name} t order by 1`, values: [] });
  }
  all['sequences'] = await db.many(sql`select sequencename, last_value from pg_sequences order by 1`);
  return all;
}

/** What a test may leave: its own rows, changed or deleted rows of migrations, advanced sequences. */
const LEFT = [
  `insert into settings (key, value, updated_at) select 'left ' || n, '1', 0 from generate_series(1, 20) n`,
  `select nextval('log_leaves_id_seq')`,
  `update crypto_networks set network = network where network = 'tron'`,
  `delete from crypto_rate_turns where source = 'kraken'`,
  `update log_state set size = size + 1`,
];

test('the next world gets the template’s content', async () => {
  const fresh = await opened(true);
  const world = await opened();
  const name = await nameOf(world);
  for (const text of LEFT) {
    await world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run({ text, values: [] });
    });
  }
  await world.close();
  const next = await opened();
  expect(await nameOf(next)).toBe(name);
  expect(await contents(next.db)).toEqual(await contents(fresh.db));
});

test.each([
  ['an additional table', 'create table left_here (n integer)'],
  ['a missing index', 'drop index sessions_idle'],
  ['a right', 'grant delete on rounds to fairpot_app'],
  ['a disabled trigger', 'alter table rounds disable trigger all'],
  ['a function', `create function left_here() returns integer language sql as 'select 1'`],
  ['a column of another kind', 'alter table players alter column name drop not null'],
])('a database with %s is not reused', async (_, text) => {
  const world = await opened();
  const name = await nameOf(world);
  await world.db.run({ text, values: [] });
  await world.close();
  expect(await nameOf(await opened())).not.toBe(name);
});

test('nor is one whose URL was handed out, or that has its own settings', async () => {
  const handedOut = await opened();
  const first = await nameOf(handedOut);
  expect(handedOut.databaseUrl).toContain(first);
  await handedOut.close();
  const set = await opened();
  const second = await nameOf(set);
  expect(second).not.toBe(first);
  await set.db.run({ text: `alter database ${second} set work_mem = '1MB'`, values: [] });
  await set.close();
  expect(await nameOf(await opened())).not.toBe(second);
});

test('nor is one that is still in use, or whose connections were terminated', async () => {
  const worked = await opened();
  const first = await nameOf(worked);
  const other = new Client({ connectionString: databaseUrl(inject('testServer').adminUrl, first) });
  other.on('error', () => undefined); // dropping the database cuts it off
  await other.connect();
  await other.query('begin');
  await worked.close();
  const cut = await opened();
  const second = await nameOf(cut);
  expect(second).not.toBe(first);
  await cut.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await cut.close();
  expect(await nameOf(await opened())).not.toBe(second);
  await other.end().catch(() => undefined);
});

test('a borrower of its connections has none left after the world', async () => {
  const world = await opened();
  await world.close();
  await expect(world.db.one(sql`select 1 as n`)).rejects.toThrow(DatabaseUnavailable);
  await expect(world.deps.db.transaction(() => Promise.resolve())).rejects.toThrow(DatabaseUnavailable);
});

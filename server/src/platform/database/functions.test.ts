/** How SQL functions get from their files into a database: created once, replaced in place, restored; with one node and with several. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { openPool, sqlState } from './db.ts';
import type { ClosablePool } from './db.ts';
import { emptyDatabase, folderOf } from '../../../testing/platform/database/migrate.fixture.ts';
import { checkMigrated, migrate } from './migrate.ts';
import type { MigrationResult } from './migrate.ts';
import { readFunctions, readMigrations, readSqlFiles } from './sql-files.ts';
import type { SqlFiles } from './sql-files.ts';
import { sql } from './sql.ts';

const TABLE = `create table things (n integer);
create trigger things_stay before delete on things for each statement execute function things_stay();`;
const MIGRATIONS = { '0001_a.sql': TABLE };
const stays = (why: string) => `-- A trigger's.
create or replace function things_stay() returns trigger language plpgsql as $$
begin
  raise exception '${why}' using errcode = 'FPX01';
end $$;
`;
const FUNCTIONS: Record<string, string> = {
  'a/count_things.sql': `-- Names a table that is made after it.
create or replace function count_things() returns bigint language sql as $$ select count(*) from things $$;
`,
  'b/one.sql': '-- One.\ncreate or replace function one(p integer) returns integer language sql as $$ select 1 $$;\n',
  'b/things_stay.sql': stays('things stay'),
};
const ALL = Object.keys(FUNCTIONS).length;
const ONE = 'b/one.sql';
const one = (from: string, to: string) => ({ ...FUNCTIONS, [ONE]: (FUNCTIONS[ONE] ?? '').replace(from, to) });
const files = (functions = FUNCTIONS, migrations: Record<string, string> = MIGRATIONS): SqlFiles => ({
  migrations: readMigrations(folderOf(migrations)),
  functions: readFunctions(folderOf(functions)),
  games: [],
});
const NOTHING: MigrationResult = {
  migrations: [],
  made: [],
  dropped: [],
  byHand: [],
  breaksBefore: [],
  isAhead: false,
};

let world: World;
let url: string;
let db: ClosablePool;
let databases = 0;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  await db.close();
  await world.close();
});

/** An empty database. */
async function fresh(): Promise<void> {
  if (databases > 0) await db.close();
  url = await emptyDatabase(world, `f${databases}`);
  databases += 1;
  db = openPool({ url, maxConnections: 2 });
}

const run = (given: SqlFiles) => migrate(url, 1, given);
const text = (statement: string) => db.many<Record<string, unknown>>({ text: statement, values: [] });
const found = async () => {
  const rows = await text(
    `select oid::regprocedure::text as f from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  return rows.map((row) => row['f']).sort();
};
const OURS = ['count_things()', 'one(integer)', 'things_stay()'];

describe('an empty database', () => {
  beforeEach(fresh);

  test('gets functions, then the tables and triggers that need them; a second start changes nothing', async () => {
    const first = await run(files());
    expect(first).toMatchObject({ migrations: [1], dropped: [], byHand: [] });
    expect(first.made).toHaveLength(ALL);
    expect(await found()).toEqual(OURS);
    expect(await text('select count_things() as n')).toEqual([{ n: 0 }]);
    const rows = await text('select xmin::text, oid from pg_proc order by oid');
    expect(await run(files())).toEqual(NOTHING);
    expect(await text('select xmin::text, oid from pg_proc order by oid')).toEqual(rows);
  });

  test('is initialized by one of ten nodes that start at once', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => run(files())));
    expect(made.filter((each) => each.made.length > 0)).toHaveLength(1);
    const again = await Promise.all(Array.from({ length: 10 }, () => run(files(one('select 1', 'select 2')))));
    expect(again.filter((each) => each.made.length > 0).map((each) => each.made)).toEqual([['one']]);
  });

  test('stays empty when the start fails half-way, whatever the reason', async () => {
    const all = files();
    const broken = readMigrations(
      folderOf({ ...MIGRATIONS, '0002_b.sql': 'create table other (n integer); select 1 / 0;' }),
    );
    await expect(run({ ...all, migrations: broken })).rejects.toThrow('migration 2 (b) failed');
    expect(await found()).toEqual([]);
    const unsound = readFunctions(folderOf(one('returns integer', 'returns nonsense')));
    await expect(run({ ...all, functions: unsound })).rejects.toThrow('server/functions, b/one.sql');
    expect(await found()).toEqual([]);
    expect(await text(`select to_regclass('things')::text as things`)).toEqual([{ things: null }]);
  });

  test('keeps nothing of a start that is killed: its lock, functions and tables end with it', async () => {
    const waits = { ...MIGRATIONS, '0002_b.sql': 'create table other (n integer); select pg_sleep(60);' };
    const killed = expect(run(files(FUNCTIONS, waits))).rejects.toThrow();
    const asleep = `select pg_terminate_backend(pid) as gone from pg_stat_activity
      where datname = current_database() and application_name = 'fairpot-migrate' and wait_event = 'PgSleep'`;
    await expect.poll(() => text(asleep), { timeout: 10_000 }).toEqual([{ gone: true }]);
    await killed;
    expect(await found()).toEqual([]);
    expect(
      await text(`select to_regclass('things')::text as things, to_regclass('schema_functions')::text as book`),
    ).toEqual([{ things: null, book: null }]);
    expect((await run(files())).made).toHaveLength(ALL);
  });
});

describe('a function whose text changed', () => {
  beforeEach(async () => {
    await fresh();
    await run(files());
  });

  test('is replaced alone and once; its grants stay', async () => {
    await text('revoke all on function one(integer) from public');
    const rights = () => text(`select proacl::text from pg_proc where proname = 'one'`);
    const before = await rights();
    expect(await run(files(one('select 1', 'select 2')))).toEqual({ ...NOTHING, made: ['one'] });
    expect(await text('select one(0) as n')).toEqual([{ n: 2 }]);
    expect(await rights()).toEqual(before);
    expect(await run(files(one('select 1', 'select 2')))).toEqual(NOTHING);
  });

  test('replaces the old version even with other arguments, argument names, or another result type', async () => {
    for (const [from, to, signature] of [
      ['p integer', 'p integer, q text', 'one(integer,text)'],
      ['p integer', 'q integer', 'one(integer)'],
      ['returns integer', 'returns bigint', 'one(integer)'],
      ['(p integer) returns integer', '(out r integer) returns integer', 'one()'],
    ] as const) {
      expect((await run(files(one(from, to)))).made).toEqual(['one']);
      expect(await found()).toEqual([...OURS.filter((f) => !f.startsWith('one')), signature].sort());
    }
  });

  test('used by a trigger stays attached, with the new text', async () => {
    await text('insert into things values (1)');
    await run(files({ ...FUNCTIONS, 'b/things_stay.sql': stays('they really stay') }));
    await expect(text('delete from things')).rejects.toThrow('they really stay');
  });

  test('that no longer has a file is dropped, after the migration that removes its uses', async () => {
    const { 'b/things_stay.sql': _, ...less } = FUNCTIONS;
    await expect(run(files(less))).rejects.toThrow(/things_stay.*trigger things_stay on table things depends/s);
    const letsGo = { ...MIGRATIONS, '0002_b.sql': 'drop trigger things_stay on things;' };
    expect(await run(files(less, letsGo))).toEqual({ ...NOTHING, migrations: [2], dropped: ['things_stay'] });
    expect(await found()).toEqual(['count_things()', 'one(integer)']);
  });

  test('is called by an older server in its newer version; added arguments have no effect', async () => {
    const older = sql`select one(${0}::integer) as n`;
    expect(await db.many(older)).toEqual([{ n: 1 }]);
    await run(files(one('select 1', 'select 2')));
    expect(await db.many(older)).toEqual([{ n: 2 }]);
    await run(files(one('p integer', 'p text')));
    const refused = db.many(older);
    await expect(refused.catch(sqlState)).resolves.toBe('42883');
    // The older server starts again: it restores its own functions, until the newer one starts.
    expect((await run(files())).made).toEqual(['one']);
    expect(await db.many(older)).toEqual([{ n: 1 }]);
  });
});

describe('changes made by hand', () => {
  beforeEach(async () => {
    await fresh();
    await run(files());
  });

  test.each([
    ['changed', 'create or replace function one(p integer) returns integer language sql as $$ select 3 $$'],
    ['altered', 'alter function one(integer) security definer'],
    ['dropped', 'drop function one(integer)'],
    ['doubled', 'create function one(p text) returns integer language sql as $$ select 3 $$'],
  ])('a function that was %s is reported and recreated', async (_, statement) => {
    await text(statement);
    await expect(checkMigrated(db, files())).rejects.toThrow(/function one is not as its file.*npm run migrate/s);
    expect(await run(files())).toEqual({ ...NOTHING, made: ['one'], byHand: ['one'] });
    expect(await found()).toEqual(OURS);
    await checkMigrated(db, files());
    expect(await run(files())).toEqual(NOTHING);
  });

  test('additional functions stay', async () => {
    await text('create function theirs() returns integer language sql as $$ select 3 $$');
    expect(await run(files())).toEqual(NOTHING);
    expect(await found()).toContain('theirs()');
  });
});

describe('a database from before', () => {
  beforeEach(fresh);

  test('its migrations were rewritten is refused with instructions', async () => {
    await run({ ...files(), migrations: readMigrations(folderOf({ '0003_ledger.sql': 'create table a ();' })) });
    await expect(run(readSqlFiles())).rejects.toThrow(/cannot be upgraded.*Remove the data folder/s);
    await expect(checkMigrated(db)).rejects.toThrow('cannot be upgraded');
  });

  test('functions had files is refused with instructions, both by its owner and by a node without rights, and stays unchanged', async () => {
    await text(`create table schema_migrations (
      number integer primary key, name text not null, checksum text not null, applied_at bigint not null)`);
    await text(`insert into schema_migrations values (1, 'platform', 'x', 1), (41, 'battles-active', 'x', 1)`);
    await expect(run(readSqlFiles())).rejects.toThrow(/cannot be upgraded.*Remove the data folder.*DATABASE_URL/s);
    await expect(checkMigrated(db)).rejects.toThrow('cannot be upgraded');
    expect(await text(`select count(*) as n from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([
      { n: 2 },
    ]);
  });
});

describe('the files', () => {
  const reading = (name: string, content: string) => () => readFunctions(folderOf({ [name]: content }));
  const sound = FUNCTIONS[ONE] ?? '';

  test('hold one function each, named as the file, with a leading comment', () => {
    expect(reading('b/one.sql', sound)).not.toThrow();
    expect(reading('b/two.sql', sound)).toThrow('create or replace function two(');
    expect(reading('b/one.sql', sound.replace('-- One.\n', ''))).toThrow('comment');
    expect(reading('b/one.sql', sound + sound)).toThrow('once');
    expect(reading('b/one.sql', sound.replace('or replace ', ''))).toThrow('once');
    expect(() => readFunctions(folderOf({ 'a/one.sql': sound, 'b/one.sql': sound }))).toThrow(
      'a/one.sql and in b/one.sql',
    );
  });

  test('revoke execute from public if the function runs with the owner’s rights', () => {
    const owners = sound.replace('language sql', 'language sql security definer');
    expect(reading('b/one.sql', owners)).toThrow('revoke all on function one(');
    expect(reading('b/one.sql', `${owners}revoke all on function one(integer) from public;\n`)).not.toThrow();
  });

  test('of migrations hold no function', () => {
    const text_ = 'create table t (n integer);\ncreate or replace function f() returns integer';
    expect(() => readMigrations(folderOf({ '0001_a.sql': text_ }))).toThrow('server/functions');
  });

  test('of this server are all in the database, and nothing else is', async () => {
    const names = readFunctions().map(({ name }) => name);
    const rows = await world.db.many<{ name: string }>(sql`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace`);
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(names.length).toBeGreaterThan(30);
  });
});

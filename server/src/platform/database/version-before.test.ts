/** A version works on the database of the next one if that one only added; otherwise it is refused. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeWorld, type World } from '../../../testing/world.ts';
import { openPool, type ClosablePool } from './db.ts';
import { emptyDatabase, folderOf } from '../../../testing/platform/database/migrate.fixture.ts';
import { checkMigrated, migrate } from './migrate.ts';
import { readFunctions, readMigrations, type SqlFiles } from './sql-files.ts';

type Texts = Readonly<Record<string, string>>;

const TABLES: Texts = {
  '0001_a.sql': 'create table meta (key text primary key, value text not null); create table stakes (cents bigint);',
};
const SUM = `-- Sums.
create or replace function sum_stakes(p_most integer) returns bigint language sql as $$
  select sum(cents)::bigint from stakes $$;
`;
const FUNCTIONS: Texts = { 'a/sum_stakes.sql': SUM };
const build = (migrations: Texts = {}, functions: Texts = FUNCTIONS): SqlFiles => ({
  migrations: readMigrations(folderOf({ ...TABLES, ...migrations })),
  functions: readFunctions(folderOf(functions)),
  games: [],
});
const changed = (from: string, to: string): Texts => ({ 'a/sum_stakes.sql': SUM.replace(from, to) });

let world: World;
let url: string;
let db: ClosablePool;
let databases = 0;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  await db?.close();
  databases += 1;
  url = await emptyDatabase(world, `v${databases}`);
  db = openPool({ url, maxConnections: 2 });
  await migrate(url, 1, build());
});
afterAll(async () => {
  await db?.close();
  await world.close();
});

const ADDS: Texts = { '0002_b.sql': 'alter table stakes add column note text;' };

test('a version works on what the next one added, and leaves it alone as the owner, too', async () => {
  const next = build(ADDS, changed('sum(cents)', 'sum(cents + 0)'));
  expect(await migrate(url, 1, next)).toMatchObject({ migrations: [2], made: ['sum_stakes'], breaksBefore: [] });
  await checkMigrated(db, build());
  expect(await migrate(url, 1, build())).toMatchObject({ isAhead: true, made: [], dropped: [] });
  await checkMigrated(db, next);
  expect(await migrate(url, 1, next)).toMatchObject({ isAhead: false, migrations: [], made: [], breaksBefore: [] });
  await checkMigrated(db, build());
});

test('it works only on the next step', async () => {
  await migrate(url, 1, build(ADDS));
  await migrate(url, 1, build({ ...ADDS, '0003_c.sql': 'alter table stakes add column other text;' }));
  await checkMigrated(db, build(ADDS));
  await expect(checkMigrated(db, build())).rejects.toThrow('its file is gone');
  await expect(migrate(url, 1, build())).rejects.toThrow('its file is gone');
});

test.each([
  ['a column that is dropped', { '0002_b.sql': 'alter table stakes drop column cents;' }, FUNCTIONS, 'drops a column'],
  ['another argument', ADDS, changed('p_most integer', 'p_most integer, p_more text'), 'function sum_stakes'],
  ['another result', ADDS, changed('returns bigint', 'returns setof bigint'), 'function sum_stakes'],
  ['a function that is gone', ADDS, {}, 'function sum_stakes'],
])('%s: the version before is refused, and the migration says why', async (_what, migrations, functions, why) => {
  const { breaksBefore } = await migrate(url, 1, build(migrations, functions));
  expect(breaksBefore.join()).toContain(why);
  await expect(checkMigrated(db, build())).rejects.toThrow('its file is gone');
  await expect(migrate(url, 1, build())).rejects.toThrow('its file is gone');
});

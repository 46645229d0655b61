/** A database with rounds gets its partitions while nodes of the version before play on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool, type ClosablePool } from '../../platform/database/db.ts';
import { emptyDatabase } from '../../../testing/platform/database/migrate.fixture.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { roleUrls } from '../../platform/database/roles.ts';
import { readSqlFiles } from '../../platform/database/sql-files.ts';
import { sql } from '../../platform/database/sql.ts';
import { systemClock, systemRandom, timeSortedIds } from '../../platform/process/system-ports.ts';
import { admin } from '../../../testing/global-setup.ts';
import { blockedStatement } from '../../../testing/races.ts';
import { makeWorld, type World } from '../../../testing/world.ts';

/** The migration under test. */
const PARTITIONS = 58;
const OF_ROUNDS = ['round_secrets', 'entries', 'stake_items', 'settlements'];
const PLAYERS = 4;
const ids = timeSortedIds(systemClock, systemRandom);

let world: World;
let url: string;
let owner: ClosablePool;
let app: ClosablePool;
beforeAll(async () => {
  world = await makeWorld();
  url = await emptyDatabase(world, 'upgraded');
  owner = openPool({ url, maxConnections: 4 });
  await migrate(url, 1, filesUpTo(PARTITIONS - 1));
  await admin(url, [grantsBefore()]);
  app = openPool({ url: roleUrls(url).app, maxConnections: PLAYERS });
});
afterAll(async () => {
  await app?.close();
  await owner?.close();
  await world?.close();
});

function filesUpTo(newest: number) {
  const files = readSqlFiles();
  return { ...files, migrations: files.migrations.filter(({ number }) => number <= newest) };
}

/** The grants as they were: without what this migration and later ones add. */
function grantsBefore(): string {
  const grants = readFileSync(join(import.meta.dirname, '../../../grants.sql'), 'utf8');
  return grants
    .split('\n')
    .filter((line) => !/partition|items_at_stake|cell_moves/.test(line))
    .join('\n')
    .replace(', round_archives', '');
}

let opened = 0;
let played = 0;
/** A round with its rows, as one transaction of a node writes them. */
async function play(): Promise<void> {
  const [round, item] = [ids.next('round'), ids.next('item')];
  const number = (opened += 1);
  await app.transaction(async (tx) => {
    await tx.run(sql`
      insert into rounds (id, game, one_at_a_time, number, phase, version, hash, fee_bps, opened_at)
      values (${round}, 'coinflip', false, ${number}, 'open', 1, md5(${round}) || md5(${item}), 500, 1)`);
    await tx.run(sql`insert into round_secrets (round_id, secret) values (${round}, 'x')`);
    await tx.run(sql`
      insert into entries (round_id, no, player_id, pseudonym, cents, at) values (${round}, 1, 'ply_x', 'x', 100, 1)`);
    await tx.run(sql`
      insert into stake_items (round_id, entry_no, item_id, item_type, cents) values (${round}, 1, ${item}, 'x', 100)`);
    await tx.many(sql`select payouts from settlements where round_id = ${round}`);
  });
  // Every other item's stake ends.
  if (played % 2 === 0) await app.run(sql`update stake_items set fate = 'won' where round_id = ${round}`);
  played += 1;
}

/** Rights of all roles on the tables and their columns. */
const rights = () =>
  owner.many(sql`
    select table_name, column_name, grantee, privilege_type from information_schema.column_privileges
    where table_schema = 'public' and table_name = any(${OF_ROUNDS}::text[]) and grantee like 'fairpot\\_%'
    order by 1, 2, 3, 4`);

/** The files of the tables' rows, by table. */
const filesOf = (schema: string, suffix: string) =>
  owner.many(sql`
    select t as name, pg_relation_filenode(to_regclass(${`${schema}.`} || t || ${suffix})) as file
    from unnest(${OF_ROUNDS}::text[]) t order by 1`);

async function morePlayed(n: number): Promise<void> {
  const until = played + n;
  await vi.waitFor(() => expect(played).toBeGreaterThanOrEqual(until), { timeout: 20_000, interval: 10 });
}

test('nodes play on, no row is copied or lost, and rights stay', async () => {
  let isOver = false;
  const players = Array.from({ length: PLAYERS }, async () => {
    while (!isOver) await play();
  });
  await morePlayed(100);
  const [rightsBefore, files] = [await rights(), await filesOf('public', '')];
  expect(rightsBefore.length).toBeGreaterThan(40);

  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const reader = owner.transaction(async (tx) => {
    await tx.run(sql`select count(*) from entries`);
    await released;
  });
  await morePlayed(1);
  const migrated = migrate(url, 1, filesUpTo(PARTITIONS));
  await blockedStatement(owner, 'lock table rounds, beacon_outputs');
  await morePlayed(20);
  release();
  await reader;
  expect(await migrated).toMatchObject({ migrations: [PARTITIONS], breaksBefore: [] });
  await morePlayed(50);
  isOver = true;
  await Promise.all(players);

  expect(await rights()).toEqual(rightsBefore);
  expect(await filesOf('partitions', '_before')).toEqual(files);
  const count = async (what: string) =>
    (await owner.one<{ n: number }>({ text: `select count(*) as n from ${what}`, values: [] })).n;
  for (const table of ['rounds', 'round_secrets', 'partitions.entries_before', 'stake_items'])
    expect(await count(table), table).toBe(played);
  const open = await count(`stake_items where fate = 'open'`);
  expect(open).toBeGreaterThan(0);
  expect(await count('items_at_stake')).toBe(open);
  expect(await count(`items_at_stake join stake_items s using (item_id, round_id) where s.fate = 'open'`)).toBe(open);
}, 60_000);

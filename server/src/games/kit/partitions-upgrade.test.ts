/** A database with data gets its partitions while nodes of the version before play on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPool, type ClosablePool } from '../../platform/database/db.ts';
import { emptyDatabase } from '../../../testing/platform/database/migrate.fixture.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { roleUrls } from '../../platform/database/roles.ts';
import { readSqlFiles } from '../../platform/database/sql-files.ts';
import { sql, type Tx } from '../../platform/database/sql.ts';
import { systemClock, systemRandom, timeSortedIds } from '../../platform/process/system-ports.ts';
import { admin } from '../../../testing/global-setup.ts';
import { mintItems, stakeItems, unstake } from '../../vault/items.ts';
import { blockedStatement } from '../../../testing/races.ts';
import { makeWorld, type World } from '../../../testing/world.ts';

const PLAYERS = 4;
const ids = timeSortedIds(systemClock, systemRandom);

/** A migration that makes partitions. */
interface Upgrade {
  readonly migration: number;
  readonly tables: readonly string[];
  /** A table that a reader holds, and how the migration's wait for it begins. */
  readonly held: string;
  readonly waits: string;
  /** The grants as they were: without what this migration and later ones add. */
  grantsBefore(grants: string): string;
  /** The nth game, with its rows as one transaction of a node of the version before writes them. */
  play(tx: Tx, n: number): Promise<void>;
  /** What has a row for each game, as the end of a statement from `select ... from` on, and how many. */
  readonly rows: readonly (readonly [what: string, perGame: number])[];
}

const ROUNDS: Upgrade = {
  migration: 58,
  tables: ['round_secrets', 'entries', 'stake_items', 'settlements'],
  held: 'entries',
  waits: 'lock table rounds, beacon_outputs',
  grantsBefore: (grants) =>
    grants
      .split('\n')
      .filter((line) => !/partition|items_at_stake|cell_moves|move_archives/.test(line))
      .join('\n')
      .replace(', round_archives, packed_leaves', ''),
  async play(tx, n) {
    const [round, item] = [ids.next('round'), ids.next('item')];
    await tx.run(sql`
      insert into rounds (id, game, one_at_a_time, number, phase, version, hash, fee_bps, opened_at)
      values (${round}, 'coinflip', false, ${n}, 'open', 1, md5(${round}) || md5(${item}), 500, 1)`);
    await tx.run(sql`insert into round_secrets (round_id, secret) values (${round}, 'x')`);
    await tx.run(sql`
      insert into entries (round_id, no, player_id, pseudonym, cents, at) values (${round}, 1, 'ply_x', 'x', 100, 1)`);
    await tx.run(sql`
      insert into stake_items (round_id, entry_no, item_id, item_type, cents) values (${round}, 1, ${item}, 'x', 100)`);
    await tx.many(sql`select payouts from settlements where round_id = ${round}`);
    // Every other item's stake ends.
    if (n % 2 === 0) await tx.run(sql`update stake_items set fate = 'won' where round_id = ${round}`);
  },
  rows: [
    ['rounds', 1],
    ['round_secrets', 1],
    ['partitions.entries_before', 1],
    ['stake_items', 1],
    ['items_at_stake', 0.5],
    [`items_at_stake join stake_items s using (item_id, round_id) where s.fate = 'open'`, 0.5],
  ],
};

const BOOKS: Upgrade = {
  migration: 61,
  tables: ['postings', 'log_leaves', 'item_moves'],
  held: 'postings',
  waits: 'lock table receipts in access',
  grantsBefore: (grants) =>
    grants
      .replace('insert (kind, round_id, body, at) on log_leaves', 'insert on log_leaves')
      .replace('grant select on move_archives to fairpot_app;', '')
      .replace(', packed_leaves', ''),
  async play(tx, n) {
    const [id, round, item] = [ids.next('transfer'), ids.next('round'), ids.next('item')];
    // As a command does: it reads its receipt first, and writes it last.
    await tx.many(sql`select response from receipts where player_id = 'ply_x' and key = ${id}`);
    await tx.run(sql`
      insert into item_types (slug, app_id, market_hash_name, rarity, rarity_color, pips, price_cents, priced_at)
      values ('x', 1, 'x', 'x', '#ffffff', 1, 1, 1) on conflict do nothing`);
    await mintItems(tx, [{ id: item, itemType: 'x', playerId: 'ply_x', kind: 'DEPOSIT', origin: 'x' }], 1);
    // The vault first: against the order in which the migration takes the tables.
    await stakeItems(tx, [{ id: item, playerId: 'ply_x', roundId: round, at: 2 }]);
    await tx.run(sql`select ledger_open('house', 'house', null, 1), ledger_open('world', 'world', null, 1)`);
    await tx.run(sql`
      select ledger_transfer(${id}, ${id}, 'TEST', 'x', 1, array['house', 'world'], array[-1, 1]::bigint[])`);
    await tx.run(sql`
      insert into log_leaves (kind, round_id, body, at)
      select kind, ${round}, '{}', 1 from unnest(array['open', 'lock', 'scripted', 'scripted']) kind`);
    await tx.run(sql`insert into log_leaves (kind, round_id, body, at) values ('statement', null, ${String(n)}, 1)`);
    await unstake(tx, [{ item, round, code: 'WIN', to: 'ply_y' }], 3);
    await tx.run(sql`
      insert into receipts (player_id, key, call, input_hash, response, at)
      values ('ply_x', ${id}, 'x', sha256('x'), '{}', 1)`);
  },
  rows: [
    ['partitions.item_moves_before', 3],
    ['(select from item_moves group by item_id, version) m', 3],
    ['log_leaves where round_id is not null', 4],
    ['partitions.log_leaves_before', 4],
    ['partitions.log_leaves_rest', 1],
    [`(select id from log_leaves group by id) l`, 5],
    [`(select body from log_leaves where kind = 'statement' group by body) l`, 1],
    ['transfers', 1],
    ['postings', 2],
    ['partitions.postings_before', 2],
  ],
};

let world: World;
let owner: ClosablePool;
let app: ClosablePool;
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(async () => {
  await app?.close();
  await owner?.close();
});
afterAll(() => world?.close());

function filesUpTo(newest: number) {
  const files = readSqlFiles();
  return { ...files, migrations: files.migrations.filter(({ number }) => number <= newest) };
}

/** Rights of all roles on the tables and their columns. */
const rights = (tables: readonly string[]) =>
  owner.many(sql`
    select table_name, column_name, grantee, privilege_type from information_schema.column_privileges
    where table_schema = 'public' and table_name = any(${tables}::text[]) and grantee like 'fairpot\\_%'
    order by 1, 2, 3, 4`);

/** The files of the tables' rows, by table. */
const filesOf = (tables: readonly string[], schema: string, suffix: string) =>
  owner.many(sql`
    select t as name, pg_relation_filenode(to_regclass(${`${schema}.`} || t || ${suffix})) as file
    from unnest(${tables}::text[]) t order by 1`);

describe.each([ROUNDS, BOOKS])('migration $migration', (upgrade) => {
  const { migration, tables, held, waits } = upgrade;

  test('nodes play on, no row is copied or lost, and rights stay', async () => {
    const url = await emptyDatabase(world, `upgraded_${migration}`);
    owner = openPool({ url, maxConnections: 4 });
    await migrate(url, 1, filesUpTo(migration - 1));
    await admin(url, [upgrade.grantsBefore(readFileSync(join(import.meta.dirname, '../../../grants.sql'), 'utf8'))]);
    app = openPool({ url: roleUrls(url).app, maxConnections: PLAYERS });

    let [begun, played, isOver] = [0, 0, false];
    const morePlayed = (n: number) => {
      const until = played + n;
      return vi.waitFor(() => expect(played).toBeGreaterThanOrEqual(until), { timeout: 20_000, interval: 10 });
    };
    const players = Array.from({ length: PLAYERS }, async () => {
      while (!isOver) {
        const n = (begun += 1);
        await app.transaction((tx) => upgrade.play(tx, n));
        played += 1;
      }
    });
    await morePlayed(100);
    const [rightsBefore, files] = [await rights(tables), await filesOf(tables, 'public', '')];
    expect(rightsBefore.length).toBeGreaterThan(0);

    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const reader = owner.transaction(async (tx) => {
      await tx.run({ text: `select count(*) from ${held}`, values: [] });
      await released;
    });
    await morePlayed(1);
    const migrated = migrate(url, 1, filesUpTo(migration));
    await blockedStatement(owner, waits);
    await morePlayed(20);
    release();
    await reader;
    expect(await migrated).toMatchObject({ migrations: [migration], breaksBefore: [] });
    await morePlayed(50);
    isOver = true;
    await Promise.all(players);

    expect(await rights(tables)).toEqual(rightsBefore);
    expect(await filesOf(tables, 'partitions', '_before')).toEqual(files);
    for (const [what, perGame] of upgrade.rows) {
      const { n } = await owner.one<{ n: number }>({ text: `select count(*) as n from ${what}`, values: [] });
      expect(n, what).toBe(Math.ceil(played * perGame));
    }
  }, 20_000);
});

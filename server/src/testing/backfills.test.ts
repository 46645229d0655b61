/**
 * How migrations convert existing rows: a database is migrated up to the version before, filled by plain SQL of that time, and migrated to the newest
 * version.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { readSqlFiles } from '../platform/database/sql-files.ts';
import { sql } from '../platform/database/sql.ts';
import { makeWorld, type World } from './world.ts';

const DAY = 86_400_000;
const FILES = readSqlFiles();

let world: World;
beforeEach(async () => {
  world = await makeWorld();
  await world.db.run(sql`drop schema public cascade`);
  await world.db.run(sql`create schema public`);
});
afterEach(() => world.close());

const upTo = (number: number) =>
  migrate(world.databaseUrl, 1, { ...FILES, migrations: FILES.migrations.filter((each) => each.number <= number) });

async function players(...ids: readonly string[]): Promise<void> {
  for (const [n, id] of ids.entries())
    await world.db.run(sql`
      insert into players (id, steamid, name, avatar, pseudonym, is_fake, created_at)
      values (${id}, ${`7656119000000000${n}`}, ${id}, '', ${`${n}`.repeat(32)}, ${id === 'ply_bot'}, 0)`);
}

test('0029: history has every movement with the balance after it, and days are the sums of the rounds', async () => {
  await upTo(28);
  await players('ply_a', 'ply_b');
  const { db } = world;
  await db.run(sql`
    insert into ledger_accounts (id, kind, owner_id, balance, opened_at) values
      ('test', 'world', null, -130, 0), ('cash:ply_a', 'player_cash', 'ply_a', 60, 0),
      ('hold:ply_a', 'player_hold', 'ply_a', 40, 0), ('cash:ply_b', 'player_cash', 'ply_b', 30, 0)`);
  const transfers = [
    {
      id: 'trf_1',
      at: 100,
      code: 'DEPOSIT',
      lines: [
        ['cash:ply_a', 100],
        ['test', -100],
      ],
    },
    // Booked by a node whose clock is behind.
    {
      id: 'trf_2',
      at: 90,
      code: 'BATTLE_SEAT',
      lines: [
        ['cash:ply_a', -40],
        ['hold:ply_a', 40],
      ],
    },
    {
      id: 'trf_3',
      at: 300,
      code: 'DEPOSIT',
      lines: [
        ['cash:ply_b', 30],
        ['test', -30],
      ],
    },
  ] as const;
  for (const { id, at, code, lines } of transfers) {
    await db.transaction(async (tx) => {
      await tx.run(sql`insert into transfers (id, key, code, ref, at) values (${id}, ${id}, ${code}, 'x', ${at})`);
      await tx.run(sql`
        insert into postings (transfer_id, account_id, cents)
        select ${id}, l ->> 0, (l ->> 1)::bigint from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) l`);
    });
  }
  const results = [
    { round: 'a', at: 2 * DAY - 1, game: 'coinflip', won: true, staked: 10, paid: 19 },
    { round: 'b', at: 2 * DAY, game: 'coinflip', won: false, staked: 10, paid: 0 },
    { round: 'c', at: 2 * DAY + 5, game: 'coinflip', won: false, staked: 7, paid: 0 },
    { round: 'd', at: 2 * DAY + 5, game: 'jackpot', won: false, staked: 1, paid: 0 },
  ];
  await db.run(sql`
    insert into player_results (player_id, round_id, game, at, won, staked_cents, won_cents, fee_cents, xp_hundredths)
    select 'ply_a', r.round, r.game, r.at, r.won, r.staked, r.paid, 0, 0
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as r (round text, at bigint, game text, won boolean, staked bigint, paid bigint)`);
  await migrate(world.databaseUrl, 1, FILES);
  const rows = await db.many(sql`
    select player_id as who, at, transfer_id as transfer, cash_cents as cash, cash_after as after, hold_cents as hold,
      hold_after as held from ledger_history order by player_id, at, id`);
  expect(rows).toEqual([
    { who: 'ply_a', at: 100, transfer: 'trf_1', cash: 100, after: 100, hold: null, held: null },
    { who: 'ply_a', at: 100, transfer: 'trf_2', cash: -40, after: 60, hold: 40, held: 40 },
    { who: 'ply_b', at: 300, transfer: 'trf_3', cash: 30, after: 30, hold: null, held: null },
  ]);
  const days = await db.many(sql`
    select day, game, played, won, staked_cents as staked, won_cents as paid from player_days order by day, game`);
  expect(days).toEqual([
    { day: 1, game: 'coinflip', played: 1, won: 1, staked: 10, paid: 19 },
    { day: 2, game: 'coinflip', played: 2, won: 0, staked: 17, paid: 0 },
    { day: 2, game: 'jackpot', played: 1, won: 0, staked: 1, paid: 0 },
  ]);
});

test('0035: days of bots are marked, and players who ever requested a deposit limit count as having answered', async () => {
  await upTo(30);
  await players('ply_a', 'ply_b', 'ply_bot');
  const { db } = world;
  for (const id of ['ply_a', 'ply_bot'])
    await db.run(sql`
      insert into player_days (player_id, day, game, played, won, staked_cents, won_cents, fee_cents)
      values (${id}, 1, 'coinflip', 1, 0, 5, 0, 0)`);
  for (const [id, kind, at] of [
    ['ply_a', 'deposit', 7],
    ['ply_a', 'deposit', 9],
    ['ply_b', 'stake', 8],
  ] as const)
    await db.run(sql`
      insert into protection_changes (player_id, at, what, details)
      values (${id}, ${at}, 'limit.set', ${JSON.stringify({ kind })}::jsonb)`);
  await migrate(world.databaseUrl, 1, FILES);
  expect(await db.many(sql`select player_id as id, is_bot as bot from player_days order by 1`)).toEqual([
    { id: 'ply_a', bot: false },
    { id: 'ply_bot', bot: true },
  ]);
  expect(await db.many(sql`select player_id as id, at, answer from protection_answers`)).toEqual([
    { id: 'ply_a', at: 7, answer: 'LIMIT' },
  ]);
});

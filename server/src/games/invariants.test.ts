/** The round invariants detect what they are for: each planted fault is named. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import type { Sql } from '../platform/database/sql.ts';
import { sql } from '../platform/database/sql.ts';
import { makeTable, type CoinflipTable } from '../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
let settled: string;
let locked: string;
let waiting: string;

beforeAll(async () => {
  table = await makeTable();
  settled = (await table.lockedGame()).id;
  await table.settle();
  locked = (await table.lockedGame()).id;
  const { actor, items } = await table.playerWith([2_000]);
  waiting = await table.create(actor, items);
});
afterAll(() => table.world.close());

/** Runs statements as a user who can switch off triggers, checks, and rolls them back. */
async function violationsAfter(statements: readonly Sql[]): Promise<string> {
  const { db, features } = table.world;
  const lines: string[] = [];
  const undo = new Error('undo');
  await db
    .transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      for (const statement of statements) expect(await tx.run(statement)).toBeGreaterThan(0);
      for (const invariant of features.flatMap((f) => f.invariants ?? [])) {
        for (const line of await invariant.check(tx)) lines.push(`${invariant.name}: ${line}`);
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return lines.join('\n');
}

describe('a fault is seen', () => {
  beforeEach(() => table.world.checkInvariants());
  afterEach(() => table.world.checkInvariants());

  const faults: readonly [string, RegExp, () => Sql[]][] = [
    [
      'an item at stake that no one holds for the round',
      /I2 coinflip/,
      () => [sql`update item_positions set holder_id = 'rnd_x' where holder_id = ${waiting}`],
    ],
    [
      'a stake that stays open after its round',
      /I5 coinflip/,
      () => [sql`update stake_items set fate = 'open' where round_id = ${settled} and entry_no = 1`],
    ],
    [
      'a stake that ended before its round',
      /I5 coinflip/,
      () => [sql`update stake_items set fate = 'won' where round_id = ${locked} and entry_no = 1`],
    ],
    [
      'an entry that is worth more than its items',
      /I5 coinflip.*: entry/,
      () => [sql`update entries set cents = cents + 1 where round_id = ${waiting}`],
    ],
    [
      'a settled round without a settlement',
      /I5 coinflip.*settlement: false/,
      () => [sql`delete from settlements where round_id = ${settled}`],
    ],
    [
      'a fee above its rate',
      /I6 coinflip/,
      () => [
        sql`update rounds set fee_bps = 0 where id = ${settled}`,
        sql`update stake_items set fate = 'fee' where
        round_id = ${settled} and fate = 'won'`,
      ],
    ],
    [
      'a payout that is not the pot',
      /I6 coinflip/,
      () => [sql`update settlements set pot_cents = pot_cents + 1 where round_id = ${settled}`],
    ],
    [
      'a stake changed after the lock, by one cent',
      /I10 coinflip/,
      () => [sql`update entries set cents = cents + 1 where round_id = ${locked} and no = 2`],
    ],
    [
      'an entry added after the lock',
      /I10 coinflip/,
      () => [
        sql`insert into entries (round_id, no, player_id, pseudonym, cents, at)
        values (${locked}, 3, 'ply_x', 'x', 100, 0)`,
      ],
    ],
    [
      'a stake that counts for no player',
      /I2 coinflip.*at stake/,
      () => [sql`delete from open_stakes where round_id = ${waiting}`],
    ],
    [
      'a stake that counts after its round',
      /I2 coinflip.*at stake/,
      () => [
        sql`
          insert into open_stakes (round_id, player_id, cents, seat, hour) values (${settled}, 'ply_x', 100, false, 0)`,
      ],
    ],
    [
      'a missing leaf',
      /I13 coinflip/,
      () => [sql`delete from log_leaves where round_id = ${locked} and kind = 'lock'`],
    ],
    [
      'an edited leaf',
      /I13 coinflip.*does not match its round/,
      () => [
        sql`update log_leaves set body = replace(body, 'fp/2', 'fp/3') where round_id = ${locked} and kind = 'lock'`,
      ],
    ],
    [
      'a secret revealed early',
      /reveals a secret/,
      () => [
        sql`update log_leaves l set body = replace(body, 'fp/2', s.secret) from round_secrets s
        where s.round_id = l.round_id and l.round_id = ${waiting}`,
      ],
    ],
    [
      'a player named in the log',
      /names the player/,
      () => [
        sql`update log_leaves l set body = replace(body, 'fp/2', e.player_id) from entries e
        where e.round_id = l.round_id and l.round_id = ${waiting}`,
      ],
    ],
    [
      'a round that was removed',
      /number 1 of .* used by 0 rounds/,
      () => [sql`delete from rounds where id = ${settled}`],
    ],
    [
      'another secret than the committed one',
      /published another secret/,
      () => [sql`update settlements set secret = secret || '0' where round_id = ${settled}`],
    ],
  ];

  test.each(faults)('%s', async (_name, line, statements) => {
    expect(await violationsAfter(statements())).toMatch(line);
  });
});

describe('what cannot be written at all', () => {
  test('a changed secret, result, leaf or beacon output; a phase without its facts', async () => {
    for (const statement of [
      sql`update round_secrets set secret = 'x'`,
      sql`delete from settlements`,
      sql`update log_leaves set body = 'x'`,
      sql`delete from beacon_outputs`,
      sql`update rounds set phase = 'locked' where id = ${waiting}`,
      sql`update rounds set phase = 'settled' where id = ${waiting}`,
      sql`update rounds set phase = 'open' where id = ${locked}`,
      sql`insert into settlements select * from settlements where round_id = ${settled}`,
      sql`insert into log_leaves (kind, round_id, body, at) values ('open', ${waiting}, '{}', 0)`,
      sql`insert into stake_items select 'rnd_x', entry_no, item_id, item_type, cents from stake_items
        where round_id = ${waiting}`,
    ])
      await expect(table.world.db.run(statement)).rejects.toThrow();
    await table.world.checkInvariants();
  });
});

/** The rows of `games`: one for each game of the build, made by the owner alone, and what the database holds by them. */
import { GAMES } from '@fairpot/contract/games/games';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { sqlState } from './db.ts';
import { checkMigrated, migrate } from './migrate.ts';
import { readSqlFiles } from './sql-files.ts';
import { sql } from './sql.ts';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const TIDES = { game: 'tides', rounds: 'one' } as const;
const files = readSqlFiles();
const games = () => world.db.many(sql`select name as game, one_at_a_time as one from games order by name`);
const states = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => sqlState(error),
  );

/** Opens a round as a hand in the database would. */
const openBy = (db: World['db'], game: string, number: number, one: boolean) =>
  db.run(sql`
    insert into rounds (id, game, one_at_a_time, number, phase, version, hash, fee_bps, opened_at)
    values (${`rnd_${game}${number}`}, ${game}, ${one}, ${number}, 'open', 1,
      md5(${`${game}${number}`}) || md5('x'), 500, 1)`);

describe('the games of a database', () => {
  test('are those of the build; one that is new is there after the next start, and counted from 1', async () => {
    const all = GAMES.map(({ game, rounds }) => ({ game, one: String(rounds) === 'one' }));
    expect(await games()).toEqual([...all].sort((a, b) => (a.game < b.game ? -1 : 1)));
    const more = { ...files, games: [...files.games, TIDES] };
    await expect(checkMigrated(world.deps.db, more)).rejects.toThrow(/game tides has no row.*npm run migrate/s);
    await Promise.all([migrate(world.databaseUrl, 1, more), migrate(world.databaseUrl, 1, more)]);
    await checkMigrated(world.deps.db, more);
    expect(await games()).toHaveLength(GAMES.length + 1);
    expect(await world.db.one(sql`select last from round_counters where game = 'tides'`)).toEqual({ last: 0 });
    // A build without it runs on: its rounds stay what they were.
    await migrate(world.databaseUrl, 1, files);
    expect(await games()).toHaveLength(GAMES.length + 1);
  });

  test('never change: a start that says otherwise is refused', async () => {
    await migrate(world.databaseUrl, 1, { ...files, games: [TIDES] });
    const other = { ...files, games: [{ ...TIDES, rounds: 'many' as const }] };
    await expect(migrate(world.databaseUrl, 1, other)).rejects.toThrow(
      'tides has one round at a time in this database',
    );
    await expect(checkMigrated(world.deps.db, other)).rejects.toThrow('tides has one round at a time');
  });

  test('are for the app to read, and not to add, change or delete', async () => {
    const may = (right: string) =>
      world.deps.db.one<{ may: boolean }>(sql`select has_table_privilege('games', ${right}) as may`);
    expect(await may('select')).toEqual({ may: true });
    for (const right of ['insert', 'update', 'delete', 'truncate']) expect(await may(right)).toEqual({ may: false });
    const added = world.deps.db.run(sql`insert into games (name, one_at_a_time) values ('own', false)`);
    expect(await states(added)).toBe('42501');
  });

  test('are what a round is of: of no other, and one at a time where the game says so', async () => {
    const calm = { game: 'calm', rounds: 'many' } as const;
    await migrate(world.databaseUrl, 1, { ...files, games: [TIDES, calm] });
    const { db } = world;
    expect(await states(openBy(db, 'nothing', 1, false))).toBe('23503');
    expect(await states(openBy(db, 'tides', 1, true))).toBe('done');
    expect(await states(openBy(db, 'tides', 2, true))).toBe('23505');
    // Nor by saying that the game has many.
    expect(await states(openBy(db, 'tides', 2, false))).toBe('23503');
    expect(await states(openBy(db, 'calm', 1, false))).toBe('done');
    expect(await states(openBy(db, 'calm', 2, false))).toBe('done');
  });
});

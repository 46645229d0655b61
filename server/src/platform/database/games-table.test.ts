/** The rows of `games`: one for each game of the build, written only by the owner, and the constraints that depend on them. */
import { GAMES } from '@fairpot/contract/games/games';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '../../../testing/world.ts';
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

/** Opens a round directly in the database. */
const openBy = (db: World['db'], game: string, number: number, one: boolean) =>
  db.run(sql`
    insert into rounds (id, game, one_at_a_time, number, phase, version, hash, fee_bps, opened_at)
    values (${`rnd_${game}${number}`}, ${game}, ${one}, ${number}, 'open', 1,
      md5(${`${game}${number}`}) || md5('x'), 500, 1)`);

describe('the games of a database', () => {
  test('match the build; a new game appears at the next start and is counted from 1', async () => {
    const all = GAMES.map(({ game, rounds }) => ({ game, one: String(rounds) === 'one' }));
    expect(await games()).toEqual([...all].sort((a, b) => (a.game < b.game ? -1 : 1)));
    const more = { ...files, games: [...files.games, TIDES] };
    await expect(checkMigrated(world.deps.db, more)).rejects.toThrow(/game tides has no row.*npm run migrate/s);
    await Promise.all([migrate(world.databaseUrl, 1, more), migrate(world.databaseUrl, 1, more)]);
    await checkMigrated(world.deps.db, more);
    expect(await games()).toHaveLength(GAMES.length + 1);
    expect(await world.db.one(sql`select last from round_counters where game = 'tides'`)).toEqual({ last: 0 });
    // A build without the game runs too: its rounds stay as they were.
    await migrate(world.databaseUrl, 1, files);
    expect(await games()).toHaveLength(GAMES.length + 1);
  });

  test('never change: a start with a contradicting build is refused', async () => {
    await migrate(world.databaseUrl, 1, { ...files, games: [TIDES] });
    const other = { ...files, games: [{ ...TIDES, rounds: 'many' as const }] };
    await expect(migrate(world.databaseUrl, 1, other)).rejects.toThrow(
      'tides has one round at a time in this database',
    );
    await expect(checkMigrated(world.deps.db, other)).rejects.toThrow('tides has one round at a time');
  });

  test('can be read by the app, but not added, changed or deleted', async () => {
    const may = (right: string) =>
      world.deps.db.one<{ may: boolean }>(sql`select has_table_privilege('games', ${right}) as may`);
    expect(await may('select')).toEqual({ may: true });
    for (const right of ['insert', 'update', 'delete', 'truncate']) expect(await may(right)).toEqual({ may: false });
    const added = world.deps.db.run(sql`insert into games (name, one_at_a_time) values ('own', false)`);
    expect(await states(added)).toBe('42501');
  });

  test('constrain rounds: each belongs to one game, and one is open at a time where the game says so', async () => {
    const calm = { game: 'calm', rounds: 'many' } as const;
    await migrate(world.databaseUrl, 1, { ...files, games: [TIDES, calm] });
    const { db } = world;
    expect(await states(openBy(db, 'nothing', 1, false))).toBe('23503');
    expect(await states(openBy(db, 'tides', 1, true))).toBe('done');
    expect(await states(openBy(db, 'tides', 2, true))).toBe('23505');
    // Claiming several at a time does not help.
    expect(await states(openBy(db, 'tides', 2, false))).toBe('23503');
    expect(await states(openBy(db, 'calm', 1, false))).toBe('done');
    expect(await states(openBy(db, 'calm', 2, false))).toBe('done');
  });
});

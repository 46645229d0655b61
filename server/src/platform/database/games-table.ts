/**
 * Fills the table `games` from the list of games in contract/src/games/games.ts. Called by migrate.ts, in its transaction.
 *
 * Invariant: each game of this build has a row, and a row never changes, because rounds refer to it. Only the owner of the database adds one.
 */
import type { Client } from 'pg';
import { MigrationRefused } from './migration-refused.ts';
import { sql, type Db } from './sql.ts';

/** The fields of a game that the table needs. */
export interface GameRow {
  readonly game: string;
  /** Number of rounds played at a time. */
  readonly rounds: 'one' | 'many';
}

interface StoredGame {
  readonly name: string;
  readonly one: boolean;
}

const STORED = 'select name, one_at_a_time as one from games';

/** Adds new games. Throws MigrationRefused if the database contradicts the build. */
export async function fillGames(client: Client, games: readonly GameRow[]): Promise<void> {
  if (games.length === 0) return;
  const { rows } = await client.query<StoredGame>(STORED);
  const stored = new Map(rows.map(({ name, one }) => [name, one]));
  for (const { game, rounds } of games) {
    const one = rounds === 'one';
    const known = stored.get(game);
    if (known === undefined) await client.query('insert into games (name, one_at_a_time) values ($1, $2)', [game, one]);
    else if (known !== one) throw new MigrationRefused(`${game} ${otherwise(known)} in this database`);
  }
}

const otherwise = (one: boolean): string => (one ? 'has one round at a time' : 'has many rounds at a time');

/** The missing or contradicting games, as text; empty when the database matches the build. */
export async function checkGames(db: Db, games: readonly GameRow[]): Promise<string[]> {
  if (games.length === 0) return [];
  const rows = await db.many<StoredGame>(sql`select name, one_at_a_time as one from games`);
  const stored = new Map(rows.map(({ name, one }) => [name, one]));
  return games.flatMap(({ game, rounds }) => {
    const known = stored.get(game);
    if (known === undefined) return [`game ${game} has no row`];
    return known === (rounds === 'one') ? [] : [`${game} ${otherwise(known)} in this database`];
  });
}

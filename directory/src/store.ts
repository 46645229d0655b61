/** The directory's one table, in a database of its own: the home of each person. */
import type { MoveNote } from '@fairpot/contract/wire/move-note';
import { sql, type Db } from '@fairpot/server/platform/database/sql';

/** `moves` numbers a person's moves, so that a document of an old one moves no one a second time. */
const TABLE = sql`
  create table if not exists homes (
    steamid text primary key check (steamid ~ '^7656119[0-9]{10}$'),
    cell text not null,
    moves integer not null default 0 check (moves >= 0),
    claimed_at bigint not null
  )`;

export interface HomeRow {
  /** The cell's name. */
  readonly cell: string;
  readonly moves: number;
}

export async function prepareTable(db: Db): Promise<void> {
  await db.run(TABLE);
}

/** The home of the person, which is `cell` if there was none. Of two cells that ask at once, one becomes the home. */
export async function claimHome(db: Db, steamid: string, cell: string, now: number): Promise<HomeRow> {
  await db.run(sql`
    insert into homes (steamid, cell, claimed_at) values (${steamid}, ${cell}, ${now})
    on conflict (steamid) do nothing`);
  return db.one<HomeRow>(sql`select cell, moves from homes where steamid = ${steamid}`);
}

export function findHome(db: Db, steamid: string): Promise<HomeRow | undefined> {
  return db.maybe<HomeRow>(sql`select cell, moves from homes where steamid = ${steamid}`);
}

/** Moves a home by a signed note. False: the person was not at home there, or has moved since. A repeated move is true and changes nothing. */
export async function moveHome(db: Db, { steamid, number, from, to }: MoveNote): Promise<boolean> {
  await db.run(sql`
    update homes set cell = ${to}, moves = moves + 1
    where steamid = ${steamid} and cell = ${from} and moves = ${number}`);
  const now = await findHome(db, steamid);
  return now?.cell === to && now.moves === number + 1;
}

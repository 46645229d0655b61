/** Notes that staff write about a player for each other. Append-only. */
import type { addUserNote, listUserNotes } from '@fairpot/contract/staff/users/schemas';
import { findPublicUser, publicUsers } from '../accounts/front.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import type { CommandHandler, QueryHandler } from '../platform/runner/feature.ts';
import { getKnown, invariant, refuse } from '../platform/runner/refused.ts';

const NOTES_PAGE = 30;

interface NoteRow {
  readonly id: number;
  readonly authorId: string;
  readonly note: string;
  readonly at: number;
}

/** Newest first, before the note `before`. */
export const notesOf: QueryHandler<typeof listUserNotes> = async ({ db }, { userId, before }) => {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  const rows = await db.many<NoteRow>(sql`
    select id, author_id as "authorId", note, at from staff_notes
    where player_id = ${userId} ${older} order by id desc limit ${NOTES_PAGE + 1}`);
  const notes = await presentNotes(db, rows.slice(0, NOTES_PAGE));
  return { notes, next: rows.length > NOTES_PAGE ? (notes.at(-1)?.id ?? null) : null };
};

/** Refuses NO_PLAYER. */
export const addNote: CommandHandler<typeof addUserNote> = async ({ tx, actor, now, act }, { userId, note }) => {
  if ((await findPublicUser(tx, userId)) === undefined) refuse('NO_PLAYER');
  const { id } = await tx.one<{ id: number }>(sql`
    insert into staff_notes (player_id, author_id, note, at) values (${userId}, ${actor.id}, ${note}, ${now})
    returning id`);
  act({ playerId: userId, subject: `note ${id}` });
  const [view] = await presentNotes(tx, [{ id, authorId: actor.id, note, at: now }]);
  invariant(view, `note ${id} was written`);
  return view;
};

async function presentNotes(db: Db, rows: readonly NoteRow[]) {
  const authors = await publicUsers(db, [...new Set(rows.map(({ authorId }) => authorId))]);
  return rows.map(({ authorId, ...row }) => ({ ...row, author: getKnown(authors, authorId) }));
}

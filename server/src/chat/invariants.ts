/** Invariants of the chat's tables at every commit. */
import { publicUsers } from '../accounts/front.ts';
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { columnOf, sql } from '../platform/database/sql.ts';

export const chatInvariants: readonly Invariant[] = [
  {
    name: 'chat: the house speaks only through personas, and personas never by themselves',
    check: async (db) => {
      const rows = await db.many<{ shownId: string; voice: string }>(sql`
        select distinct shown_id as "shownId", voice from chat_messages`);
      const users = await publicUsers(db, columnOf(rows, 'shownId'));
      return rows
        .filter((row) => (row.voice === 'house') !== (users.get(row.shownId)?.isFake ?? false))
        .map((row) => `${row.voice} voice as ${row.shownId}`);
    },
  },
  {
    name: 'chat: posts and removals by staff are in the audit, under their own name',
    check: lines(sql`
      select m.id as line from chat_messages m
      where (m.voice <> 'own' and not exists (
          select from chat_audit a
          where a.chat_id = m.id and a.actor_id = m.author_id and a.action = 'post.' || m.voice))
        or (m.removed_at is not null and not exists (
          select from chat_audit a where a.chat_id = m.id and a.action = 'remove'))`),
  },
];

/** Invariants of the tables of support at every commit. */
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { replaceAddresses } from './addresses.ts';
import type { MessageRow } from './store.ts';

export const supportInvariants: readonly Invariant[] = [
  {
    name: 'support: only the ticket’s player writes as the player, all others as staff',
    check: lines(sql`
      select m.id as line from support_messages m join support_tickets t on t.id = m.ticket_id
      where (m.side = 'player') <> (m.author_id = t.player_id)`),
  },
  {
    name: 'support: staff messages contain no addresses',
    check: async (db) => {
      const rows = await db.many<Pick<MessageRow, 'id' | 'parts'>>(sql`
        select id, parts from support_messages where side = 'staff'`);
      const texts = rows.flatMap(({ id, parts }) =>
        parts.flatMap((part) => (part.kind === 'text' ? [{ id, text: part.text }] : [])),
      );
      return texts.filter(({ text }) => replaceAddresses(text).replaced > 0).map(({ id }) => id);
    },
  },
  {
    name: 'support: a ticket waits since its player’s oldest unanswered message',
    check: lines(sql`
      select t.id as line from support_tickets t
      where t.state = 'open' and t.waiting_since is distinct from (
        select min(m.created_at) from support_messages m
        where m.ticket_id = t.id and m.side = 'player' and m.id > coalesce((
          select max(a.id) from support_messages a where a.ticket_id = t.id and a.side = 'staff'), ''))`),
  },
];

/** Chat rows as views: rows leave the server only this way, each field named. Real authors appear only in the audit. */
import type { ChatAuditEntry, ChatFact, ChatMessage } from '@fairpot/contract/chat/schemas';
import type { Badge, PublicUser } from '@fairpot/contract/user/schemas';
import { publicUsers } from '../accounts/front.ts';
import type { FactPresenter } from '../platform/runner/feature.ts';
import { getKnown } from '../platform/runner/refused.ts';
import { columnOf, type Db } from '../platform/database/sql.ts';
import type { Voice } from './rules.ts';
import { messagesByIds, type AuditRow, type ChatMessageRow } from './store.ts';

/** Messages in order; one more statement for any number of messages. */
export async function presentMessages(db: Db, rows: readonly ChatMessageRow[]): Promise<ChatMessage[]> {
  const users = await publicUsers(db, columnOf(rows, 'shownId'));
  return rows.map((row) => {
    const user = getKnown(users, row.shownId);
    return {
      id: row.id,
      message: row.message,
      userId: row.shownId,
      user,
      badge: badgeOf(row.voice, user),
      createdAt: row.createdAt,
    };
  });
}

function badgeOf(voice: Voice, user: PublicUser): Badge {
  if (voice === 'own') return user.badge;
  return voice === 'staff' ? 'STAFF' : 'HOUSE';
}

export async function presentAudit(db: Db, rows: readonly AuditRow[]): Promise<ChatAuditEntry[]> {
  const users = await publicUsers(
    db,
    rows.flatMap((row) => [row.actorId, ...(row.targetId === null ? [] : [row.targetId])]),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: getKnown(users, row.actorId),
    action: row.action,
    target: row.targetId === null ? null : getKnown(users, row.targetId),
    chatId: row.chatId,
    until: row.until,
  }));
}

/** Fills 'chat.posted' with the current message; a message removed in between is not sent at all. */
export const chatFacts: FactPresenter = {
  topic: 'chat',
  async present(db, facts) {
    const rows = await messagesByIds(db, columnOf(facts, 'subject'));
    const views = new Map((await presentMessages(db, rows)).map((view) => [view.id, view]));
    return facts.map((fact): ChatFact | null => {
      const message = views.get(fact.subject);
      return message && fact.type === 'chat.posted' ? { type: 'chat.posted', message } : null;
    });
  },
};

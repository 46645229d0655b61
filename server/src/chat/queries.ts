/** The queries of the chat. */
import { CHAT_PAGE } from '@fairpot/contract/chat/calls';
import type { chatAudit, chatHistory, chatPersonas, chatState } from '@fairpot/contract/chat/schemas';
import { bots } from '../accounts/front.ts';
import type { QueryHandler } from '../platform/runner/feature.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import { presentAudit, presentMessages } from './present.ts';
import { activeBan, auditEntries, newestMessages } from './store.ts';

const AUDIT_PAGE = 100;

export const history: QueryHandler<typeof chatHistory> = async ({ db }, { before }) => {
  const rows = await newestMessages(db, before ?? null, CHAT_PAGE);
  return presentMessages(db, rows.reverse());
};

export const state: QueryHandler<typeof chatState> = async ({ db, actor, now }) => {
  const [settings, ban] = await Promise.all([
    readSettings(db, SITE_SETTINGS),
    actor === null ? undefined : activeBan(db, actor.id, now),
  ]);
  return {
    closed: settings['chat.closed'],
    welcome: settings['chat.welcome'].trim(),
    ban: ban ? { until: ban.until } : null,
  };
};

export const personas: QueryHandler<typeof chatPersonas> = ({ db }) => bots(db);

export const audit: QueryHandler<typeof chatAudit> = async ({ db }, { before }) => {
  const rows = await auditEntries(db, before ?? null, AUDIT_PAGE + 1);
  const page = rows.slice(0, AUDIT_PAGE);
  return {
    entries: await presentAudit(db, page),
    next: rows.length > AUDIT_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
};

/**
 * The chat on the wire: messages, facts, calls, what a text may be, and how a fact changes a list of messages.
 *
 * A message carries two marks: `user.badge` says what the shown person is, `badge` says in which voice this message was
 * written (rulings 1.4): STAFF for staff who speak as staff, HOUSE for staff who speak through a house persona.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Fewest characters that can be seen after trimming (spec 5). */
export const CHAT_MIN_LENGTH = 3;
/** Most characters of a message, seen or not. */
export const CHAT_MAX_LENGTH = 300;
/** Messages of one page of the history. */
export const CHAT_PAGE = 50;
/** Longest ban that ends by itself: a year. Without `minutes` a ban has no end. */
export const CHAT_BAN_MAX_MINUTES = 365 * 24 * 60;

/** Controls, halves of pairs, private letters, and every sign that turns the direction of the text around it. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Co}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Letters that are drawn as nothing, and what joins others. */
const UNSEEN = /[\p{Cf}\p{M}\s\u034f\u115f\u1160\u2800\u3164\uffa0]/gu;
const MARKS_PER_LETTER = /(\p{M}{3})\p{M}+/gu;

/**
 * A text as the chat keeps it: one line, trimmed, NFC, without controls and direction signs, at most three marks on a
 * letter. Everything else stays as it was written; it is shown as text, never as anything else.
 */
export function chatText(raw: string): string {
  return raw
    .replace(/\s+/gu, ' ')
    .replace(UNSAFE, '')
    .normalize('NFC')
    .replace(MARKS_PER_LETTER, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Why a text as `chatText` gives it cannot be posted; null when it can. Counts code points, spaces between included. */
export function chatTextProblem(text: string): 'MESSAGE_TOO_SHORT' | 'MESSAGE_TOO_LONG' | null {
  if ([...text].length > CHAT_MAX_LENGTH) return 'MESSAGE_TOO_LONG';
  const seen = [...text.replace(UNSEEN, '')].length;
  return seen === 0 || [...text].length < CHAT_MIN_LENGTH ? 'MESSAGE_TOO_SHORT' : null;
}

export const chatHistory = queryAt('chat.history', '/chat/history');
export const chatState = queryAt('chat.state', '/chat/state');
export const createMessage = commandAt('chat.create', '/chat/create');
export const createMessageAsStaff = commandAt('chat.createAsStaff', '/admin/chat/create');
export const banFromChat = commandAt('chat.ban', '/admin/chat/ban/byUserId');
export const unbanFromChat = commandAt('chat.unban', '/admin/chat/unban/byUserId');
export const removeMessages = commandAt('chat.remove', '/admin/chat/remove/byChatId');
export const chatPersonas = queryAt('chat.personas', '/admin/chat/personas');
export const chatAudit = queryAt('chat.audit', '/admin/chat/audit');

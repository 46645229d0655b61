/**
 * The chat on the wire: messages, facts, calls, rules for texts, and how a fact changes a list of messages.
 *
 * A message carries two marks: `user.badge` says what the shown person is, `badge` in which voice the message was
 * written (rulings 1.4): STAFF when staff speak as staff, HOUSE when staff speak through a house persona.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Minimum number of visible characters after trimming (spec 5). */
export const CHAT_MIN_LENGTH = 3;
/** Maximum number of characters of a message, visible or not. */
export const CHAT_MAX_LENGTH = 300;
/** Messages per page of the history. */
export const CHAT_PAGE = 50;
/** Longest temporary ban: a year. Without `minutes` a ban is permanent. */
export const CHAT_BAN_MAX_MINUTES = 365 * 24 * 60;

/** Controls, unpaired surrogates, private-use characters, and characters that change the text direction. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Co}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Invisible characters and joiners. */
const UNSEEN = /[\p{Cf}\p{M}\s\u034f\u115f\u1160\u2800\u3164\uffa0]/gu;
const MARKS_PER_LETTER = /(\p{M}{3})\p{M}+/gu;

/**
 * The text as the chat stores it: one line, trimmed, NFC, without controls and direction characters, at most three
 * combining marks per letter. Everything else stays as typed; it is always shown as plain text.
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

/** Why a text returned by `chatText` cannot be posted; null when it can. Counts code points, inner spaces included. */
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

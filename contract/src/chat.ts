/**
 * The chat on the wire: messages, facts, calls, what a text may be, and how a fact changes a list of messages.
 *
 * A message carries two marks: `user.badge` says what the shown person is, `badge` says in which voice this message was
 * written (rulings 1.4): STAFF for staff who speak as staff, HOUSE for staff who speak through a house persona.
 */
import { z } from 'zod';
import { command, Nothing, query } from './call.ts';
import { ChatId, PlayerId } from './ids.ts';
import { Badge, PublicUser } from './user.ts';

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

export const ChatMessage = z.object({
  id: ChatId,
  message: z.string(),
  /** Who is shown: for a house persona its id, never that of the staff who wrote. */
  userId: PlayerId,
  user: PublicUser,
  /** The voice of this message. A player's own voice has their own badge: STAFF or none. */
  badge: Badge,
  /** Epoch ms. */
  createdAt: z.number().int(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** Facts on topic 'chat'. */
export const ChatFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chat.posted'), message: ChatMessage }),
  z.object({ type: z.literal('chat.removed'), id: ChatId }),
  z.object({ type: z.literal('chat.closed') }),
  z.object({ type: z.literal('chat.opened') }),
]);
export type ChatFact = z.infer<typeof ChatFact>;

/** A ban as the banned person sees it: when it ends in epoch ms, or null for never. */
export const ChatBan = z.object({ until: z.number().int().nullable() });
export type ChatBan = z.infer<typeof ChatBan>;

/** Facts on the topic 'player' of whoever they are about. */
export const ChatPlayerFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chat.banned'), until: z.number().int().nullable() }),
  z.object({ type: z.literal('chat.unbanned') }),
]);
export type ChatPlayerFact = z.infer<typeof ChatPlayerFact>;

/**
 * Messages (oldest first) after a fact. Pure; the same list when the fact changes nothing. A message that is there
 * already, or that was posted before the oldest one there, is not added.
 */
export function applyChatFact(messages: readonly ChatMessage[], fact: ChatFact): readonly ChatMessage[] {
  if (fact.type === 'chat.removed') {
    return messages.some((m) => m.id === fact.id) ? messages.filter((m) => m.id !== fact.id) : messages;
  }
  if (fact.type !== 'chat.posted') return messages;
  const { message } = fact;
  const last = messages.at(-1);
  if (last === undefined || last.id < message.id) return [...messages, message];
  // Posted at the same moment as one that came first, or known already: put it where it belongs.
  const at = messages.findIndex((m) => m.id >= message.id);
  if (at === 0 || messages[at]?.id === message.id) return messages;
  return [...messages.slice(0, at), message, ...messages.slice(at)];
}

/** Everyone who speaks at once would be unreadable: four in a row, then one each three seconds. */
const POST_LIMIT = { max: 4, perMs: 12_000 } as const;

/** Longer than any text that could be posted: the refusal with the right words is the command's. */
const message = z.string().max(4_000);

export const chatHistory = query({
  name: 'chat.history',
  path: '/chat/history',
  summary: `The newest messages, oldest first, at most ${CHAT_PAGE}; \`before\` pages to older ones by keyset`,
  permission: 'public',
  input: z.strictObject({ before: ChatId.optional() }),
  output: z.array(ChatMessage),
});

export const chatState = query({
  name: 'chat.state',
  path: '/chat/state',
  summary: 'Whether the chat is closed, and whether the signed-in person is banned from it',
  permission: 'public',
  input: Nothing,
  output: z.object({ closed: z.boolean(), ban: ChatBan.nullable() }),
});

export const createMessage = command({
  name: 'chat.create',
  path: '/chat/create',
  summary: 'Post a message',
  permission: 'player',
  input: z.strictObject({ message }),
  output: z.object({ id: ChatId }),
  refusals: ['MESSAGE_TOO_SHORT', 'MESSAGE_TOO_LONG', 'CHAT_BANNED', 'CHAT_CLOSED'],
  limit: POST_LIMIT,
});

export const createMessageAsStaff = command({
  name: 'chat.createAsStaff',
  path: '/admin/chat/create',
  summary: 'Post as staff, or through a house persona; a real player as `userId` is refused (rulings 1.4)',
  permission: 'moderate',
  input: z.strictObject({ message, userId: PlayerId.optional() }),
  output: z.object({ id: ChatId }),
  refusals: ['MESSAGE_TOO_SHORT', 'MESSAGE_TOO_LONG', 'CHAT_BANNED', 'CHAT_CLOSED'],
  limit: POST_LIMIT,
});

export const banFromChat = command({
  name: 'chat.ban',
  path: '/admin/chat/ban/byUserId',
  summary: 'Ban a player from writing, for good or for some minutes; staff can be banned by ADMIN only',
  permission: 'moderate',
  input: z.strictObject({ userId: PlayerId, minutes: z.number().int().min(1).max(CHAT_BAN_MAX_MINUTES).optional() }),
  output: z.object({ userId: PlayerId, until: z.number().int().nullable() }),
  refusals: ['NO_PLAYER'],
});

export const unbanFromChat = command({
  name: 'chat.unban',
  path: '/admin/chat/unban/byUserId',
  summary: 'Lift a ban; nothing changes for who is not banned',
  permission: 'moderate',
  input: z.strictObject({ userId: PlayerId }),
  output: z.object({ userId: PlayerId }),
  refusals: ['NO_PLAYER'],
});

export const removeMessages = command({
  name: 'chat.remove',
  path: '/admin/chat/remove/byChatId',
  summary: 'Take messages off the chat; those that are gone already stay gone',
  permission: 'moderate',
  input: z.strictObject({ chatIds: z.array(ChatId).min(1).max(100) }),
  output: z.object({ removed: z.array(ChatId) }),
});

export const closeChat = command({
  name: 'chat.close',
  path: '/admin/chat/close',
  summary: 'Close the chat for maintenance, or open it again',
  permission: 'admin',
  input: z.strictObject({ closed: z.boolean() }),
  output: z.object({ closed: z.boolean() }),
});

export const chatPersonas = query({
  name: 'chat.personas',
  path: '/admin/chat/personas',
  summary: 'The house personas that staff can speak through',
  permission: 'moderate',
  input: Nothing,
  output: z.array(PublicUser),
});

/** One deed of staff in the chat; `actor` is who really did it. */
export const ChatAuditEntry = z.object({
  id: z.number().int(),
  at: z.number().int(),
  actor: PublicUser,
  action: z.enum(['post.staff', 'post.house', 'remove', 'ban', 'unban', 'close', 'open']),
  /** The persona spoken through, the author of what was removed, or who was banned. */
  target: PublicUser.nullable(),
  chatId: ChatId.nullable(),
  /** For a ban that ends: when, in epoch ms. */
  until: z.number().int().nullable(),
});
export type ChatAuditEntry = z.infer<typeof ChatAuditEntry>;

export const chatAudit = query({
  name: 'chat.audit',
  path: '/admin/chat/audit',
  summary: 'What staff did in the chat, newest first; `before` pages by keyset',
  permission: 'admin',
  input: z.strictObject({ before: z.coerce.number().int().min(1).optional() }),
  output: z.object({ entries: z.array(ChatAuditEntry), next: z.number().int().nullable() }),
});

export const CHAT_CALLS = [
  chatHistory,
  chatState,
  createMessage,
  createMessageAsStaff,
  banFromChat,
  unbanFromChat,
  removeMessages,
  closeChat,
  chatPersonas,
  chatAudit,
] as const;

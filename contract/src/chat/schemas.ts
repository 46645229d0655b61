/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as chat from './calls.ts';
import { command, NoInput, query, StaffReason } from '../wire/call.schemas.ts';
import { ChatId, PlayerId } from '../wire/ids.schemas.ts';
import { Badge, PublicUser } from '../user/schemas.ts';

export const ChatMessage = z.object({
  id: ChatId,
  message: z.string(),
  /** The shown author: for a house persona its id, never that of the staff member who wrote. */
  userId: PlayerId,
  user: PublicUser,
  /** The voice of this message. A player's own voice has the player's own badge: STAFF or none. */
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

/** A ban as the banned player sees it: when it ends in epoch ms, or null for never. */
export const ChatBan = z.object({ until: z.number().int().nullable() });

/** Facts on the topic 'player' of the affected player. */
export const ChatPlayerFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chat.banned'), until: z.number().int().nullable() }),
  z.object({ type: z.literal('chat.unbanned') }),
]);
export type ChatPlayerFact = z.infer<typeof ChatPlayerFact>;

/** A burst of four, then one every three seconds, so that the chat stays readable. */
const POST_LIMIT = { max: 4, perMs: 12_000 } as const;

/** Longer than any text that could be posted: the command returns the refusal with the right text. */
const message = z.string().max(4_000);

export const chatHistory = query({
  ...chat.chatHistory,
  summary: `The newest messages, oldest first, at most ${chat.CHAT_PAGE}; \`before\` pages to older ones by keyset`,
  permission: 'public',
  input: z.strictObject({ before: ChatId.optional() }),
  output: z.array(ChatMessage),
});

export const chatState = query({
  ...chat.chatState,
  summary: 'Whether the chat is closed, the pinned message, and whether the signed-in person is banned',
  permission: 'public',
  input: NoInput,
  /** `welcome`: the message of the house above the chat; '' for none. */
  output: z.object({ closed: z.boolean(), welcome: z.string(), ban: ChatBan.nullable() }),
});

export const createMessage = command({
  ...chat.createMessage,
  summary: 'Post a message',
  permission: 'player',
  input: z.strictObject({ message }),
  output: z.object({ id: ChatId }),
  refusals: ['MESSAGE_TOO_SHORT', 'MESSAGE_TOO_LONG', 'CHAT_BANNED', 'CHAT_CLOSED'],
  limit: POST_LIMIT,
});

export const createMessageAsStaff = command({
  ...chat.createMessageAsStaff,
  summary: 'Post as staff, or through a house persona; a real player as `userId` is refused (rulings 1.4)',
  permission: 'moderate',
  act: true,
  input: z.strictObject({ message, userId: PlayerId.optional() }),
  output: z.object({ id: ChatId }),
  refusals: ['MESSAGE_TOO_SHORT', 'MESSAGE_TOO_LONG', 'CHAT_BANNED', 'CHAT_CLOSED'],
  limit: POST_LIMIT,
});

export const banFromChat = command({
  ...chat.banFromChat,
  summary: 'Ban a player from the chat, permanently or for some minutes; only ADMIN can ban staff',
  permission: 'moderate',
  act: true,
  input: z.strictObject({
    why: StaffReason.optional(),
    userId: PlayerId,
    minutes: z.number().int().min(1).max(chat.CHAT_BAN_MAX_MINUTES).optional(),
  }),
  output: z.object({ userId: PlayerId, until: z.number().int().nullable() }),
  refusals: ['NO_PLAYER'],
});

export const unbanFromChat = command({
  ...chat.unbanFromChat,
  summary: 'Lift a ban; no effect on a player who is not banned',
  permission: 'moderate',
  act: true,
  input: z.strictObject({ why: StaffReason.optional(), userId: PlayerId }),
  output: z.object({ userId: PlayerId }),
  refusals: ['NO_PLAYER'],
});

export const removeMessages = command({
  ...chat.removeMessages,
  summary: 'Remove messages from the chat; already removed ones stay removed',
  permission: 'moderate',
  act: true,
  input: z.strictObject({ why: StaffReason.optional(), chatIds: z.array(ChatId).min(1).max(100) }),
  output: z.object({ removed: z.array(ChatId) }),
});

export const chatPersonas = query({
  ...chat.chatPersonas,
  summary: 'The house personas that staff can speak through',
  permission: 'moderate',
  input: NoInput,
  output: z.array(PublicUser),
});

/** One staff action in the chat; `actor` is the real staff account. */
export const ChatAuditEntry = z.object({
  id: z.number().int(),
  at: z.number().int(),
  actor: PublicUser,
  action: z.enum(['post.staff', 'post.house', 'remove', 'ban', 'unban', 'close', 'open']),
  /** The persona used, the author of the removed message, or the banned player. */
  target: PublicUser.nullable(),
  chatId: ChatId.nullable(),
  /** For a temporary ban: its end, in epoch ms. */
  until: z.number().int().nullable(),
});
export type ChatAuditEntry = z.infer<typeof ChatAuditEntry>;

export const chatAudit = query({
  ...chat.chatAudit,
  summary: 'Staff actions in the chat, newest first; `before` pages by keyset',
  permission: 'admin',
  input: z.strictObject({ before: z.coerce.number().int().min(1).optional() }),
  output: z.object({ entries: z.array(ChatAuditEntry), next: z.number().int().nullable() }),
});

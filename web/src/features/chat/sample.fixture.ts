/** Messages for tests: valid in every field, in order by number. */
import type { ChatFact, ChatMessage } from '@fairpot/contract/chat/schemas';
import type { PublicUser } from '@fairpot/contract/user/schemas';

const XP_PER_LEVEL = 100;

export const chatId = (n: number): string => `cht_${String(n).padStart(26, '0')}`;
export const playerId = (n: number): string => `ply_${String(n).padStart(26, '0')}`;

export function person(n: number, over: Partial<PublicUser> = {}): PublicUser {
  return {
    id: playerId(n),
    steamid: `7656119${String(n).padStart(10, '0')}`,
    name: `person ${n}`,
    avatar: '',
    level: n,
    experience: n * XP_PER_LEVEL,
    isFake: false,
    badge: null,
    ...over,
  };
}

export function message(n: number, over: Partial<ChatMessage> & { readonly user?: PublicUser } = {}): ChatMessage {
  const user = over.user ?? person(1);
  return {
    id: chatId(n),
    message: `message ${n}`,
    badge: user.badge,
    createdAt: 1_760_000_000_000 + n * 1000,
    ...over,
    user,
    userId: user.id,
  };
}

export const messages = (from: number, to: number): ChatMessage[] =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at));

export const posted = (n: number): ChatFact => ({ type: 'chat.posted', message: message(n) });
export const removed = (n: number): ChatFact => ({ type: 'chat.removed', id: chatId(n) });

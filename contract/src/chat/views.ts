/** Pure functions over the views and facts of the chat, for server and client. */
import type { ChatMessage, ChatFact } from './schemas.ts';

/**
 * Messages (oldest first) after a fact. Pure; the same list when the fact changes nothing. A message that is already in
 * the list, or older than its oldest one, is not added.
 */
export function applyChatFact(messages: readonly ChatMessage[], fact: ChatFact): readonly ChatMessage[] {
  if (fact.type === 'chat.removed') {
    return messages.some((m) => m.id === fact.id) ? messages.filter((m) => m.id !== fact.id) : messages;
  }
  if (fact.type !== 'chat.posted') return messages;
  const { message } = fact;
  const last = messages.at(-1);
  if (last === undefined || last.id < message.id) return [...messages, message];
  // Posted in the same millisecond as an earlier arrival, or already known: insert it in order.
  const at = messages.findIndex((m) => m.id >= message.id);
  if (at === 0 || messages[at]?.id === message.id) return messages;
  return [...messages.slice(0, at), message, ...messages.slice(at)];
}

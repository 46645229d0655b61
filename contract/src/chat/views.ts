/** What both sides do with the views and facts of the chat. Pure. */
import type { ChatMessage, ChatFact } from './schemas.ts';

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

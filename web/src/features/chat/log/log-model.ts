/**
 * The visible messages as values, changed by facts, older pages and scrolling. Pure; log.ts keeps one.
 *
 * Invariants: at most `LOG_CAP` messages are shown and as many wait. While the player has scrolled up, nothing is added or cut in view: new
 * messages wait and are only counted.
 */
import { applyChatFact } from '@fairpot/contract/chat/views';
import type { ChatFact, ChatMessage } from '@fairpot/contract/chat/schemas';

export const LOG_CAP = 200;
/** As many of the oldest are cut at once, because all rows below them move. */
export const LOG_CUT = 100;

export interface ChatLog {
  /** Shown, oldest first. */
  readonly messages: readonly ChatMessage[];
  /** Messages that arrived while the player was scrolled up, oldest first. */
  readonly waiting: readonly ChatMessage[];
  /** Number of messages that arrived meanwhile; may exceed `waiting`. */
  readonly missed: number;
  /** The player is at the end: new messages are shown. */
  readonly following: boolean;
  /** `messages` and `waiting` reach the newest message without a gap. */
  readonly complete: boolean;
  /** There may be older messages than the first shown. */
  readonly olderLeft: boolean;
}

export const EMPTY_LOG: ChatLog = {
  messages: [],
  waiting: [],
  missed: 0,
  following: true,
  complete: true,
  olderLeft: false,
};

/** The log after a fresh newest page. `pageIsFull`: there may be older messages than in the page. */
export function refreshed(log: ChatLog, page: readonly ChatMessage[], pageIsFull: boolean): ChatLog {
  const from = page[0]?.id ?? '';
  const last = log.messages.at(-1)?.id ?? '';
  const meets = log.complete && log.messages.length > 0 && (last >= from || !pageIsFull);
  const older = meets && pageIsFull ? log.messages.filter((message) => message.id < from) : [];
  if (log.following || log.messages.length === 0) {
    const olderLeft = older.length > 0 ? log.olderLeft : pageIsFull;
    return { ...EMPTY_LOG, messages: [...older, ...page].slice(-LOG_CAP), olderLeft };
  }
  if (!meets) return { ...log, waiting: [], complete: false };
  // scrolled up: removed messages disappear, new ones wait
  const seen = page.filter((message) => message.id <= last);
  const waiting = page.filter((message) => message.id > last);
  return { ...log, messages: [...older, ...seen], waiting, missed: waiting.length };
}

/** The log after facts, oldest first. The same object if they change nothing. */
export function withFacts(log: ChatLog, facts: readonly ChatFact[]): ChatLog {
  return facts.reduce(withFact, log);
}

function withFact(log: ChatLog, fact: ChatFact): ChatLog {
  if (fact.type === 'chat.removed') return without(log, fact);
  if (fact.type !== 'chat.posted') return log;
  if (log.following) {
    const messages = applyChatFact(log.messages, fact);
    if (messages === log.messages) return log;
    const over = messages.length > LOG_CAP;
    return { ...log, messages: over ? messages.slice(LOG_CUT) : messages, olderLeft: log.olderLeft || over };
  }
  if (log.messages.some((message) => message.id === fact.message.id)) return log;
  if (!log.complete) return { ...log, missed: log.missed + 1 };
  const waiting = applyChatFact(log.waiting, fact);
  if (waiting === log.waiting) return log;
  return { ...log, waiting: waiting.slice(-LOG_CAP), missed: log.missed + 1 };
}

function without(log: ChatLog, fact: ChatFact): ChatLog {
  const messages = applyChatFact(log.messages, fact);
  const waiting = applyChatFact(log.waiting, fact);
  if (messages === log.messages && waiting === log.waiting) return log;
  const missed = waiting === log.waiting ? log.missed : log.missed - 1;
  return { ...log, messages, waiting, missed };
}

/** The log after a page of older messages; an empty or short one was the last. Newer messages are dropped beyond the cap. */
export function withOlder(log: ChatLog, page: readonly ChatMessage[], pageIsFull: boolean): ChatLog {
  const first = log.messages[0]?.id;
  const older = page.filter((message) => first === undefined || message.id < first);
  const all = [...older, ...log.messages];
  if (all.length <= LOG_CAP) return { ...log, messages: all, olderLeft: pageIsFull };
  return {
    ...log,
    messages: all.slice(0, LOG_CAP),
    olderLeft: pageIsFull,
    following: false,
    complete: false,
    waiting: [],
  };
}

/** The player scrolled away from the end. */
export function paused(log: ChatLog): ChatLog {
  return log.following ? { ...log, following: false, missed: 0 } : log;
}

/** The player is back at the end. If the log is incomplete, the newest page must be fetched as well. */
export function resumed(log: ChatLog): ChatLog {
  if (log.following) return log;
  if (!log.complete) return { ...log, following: true, missed: 0 };
  const lost = log.missed > log.waiting.length; // more arrived than can wait: there is a gap to the shown messages
  const all = lost
    ? log.waiting
    : log.waiting.reduce((list, message) => applyChatFact(list, { type: 'chat.posted', message }), log.messages);
  return {
    ...EMPTY_LOG,
    messages: all.slice(-LOG_CAP),
    olderLeft: log.olderLeft || lost || all.length > LOG_CAP,
  };
}

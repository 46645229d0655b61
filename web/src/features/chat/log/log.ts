/**
 * The chat log of this page: fetched, kept fresh by facts, with older pages. The list draws it; nothing else writes it.
 *
 * Invariant: an answer is used only if no later one was requested, and together with the facts that arrived before it.
 */
import { create } from 'zustand';
import { CHAT_PAGE, chatHistory } from '@fairpot/contract/chat/calls';
import type { ChatFact } from '@fairpot/contract/chat/schemas';
import type { TopicFact } from '@fairpot/contract/live/facts';
import { ask } from '../../../platform/calls/api.ts';
import { recentFacts } from '../../../platform/live/live.ts';
import { EMPTY_LOG, paused, refreshed, resumed, withFacts, withOlder, type ChatLog } from './log-model.ts';

interface ChatLogState extends ChatLog {
  /** `loading` until the first page is loaded. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  readonly loadingOlder: boolean;
}

export const useChatLog = create<ChatLogState>(() => ({
  ...EMPTY_LOG,
  status: 'loading',
  error: null,
  loadingOlder: false,
}));

const change = (step: (log: ChatLog) => ChatLog): void => useChatLog.setState((state) => step(state));
const factsOf = (envelopes: readonly TopicFact<'chat'>[]): ChatFact[] => envelopes.map(({ body }) => body);

let asked = 0;

/** Fetches the newest page: when the chat is shown, and when facts were missed. */
export async function refreshLog(): Promise<void> {
  asked += 1;
  const mine = asked;
  try {
    const page = await ask(chatHistory, {});
    if (mine !== asked) return;
    change((log) => withFacts(refreshed(log, page, page.length === CHAT_PAGE), factsOf(recentFacts('chat'))));
    useChatLog.setState({ status: 'ready', error: null });
  } catch (error) {
    if (mine !== asked) return;
    // shown messages stay; only an empty chat shows the error
    useChatLog.setState((state) => ({ error, status: state.status === 'ready' ? 'ready' : 'failed' }));
  }
}

/** Fetches the page before the oldest shown message; ignored while one is loading. */
export async function loadOlder(): Promise<void> {
  const { messages, olderLeft, loadingOlder, status } = useChatLog.getState();
  const before = messages[0]?.id;
  if (before === undefined || !olderLeft || loadingOlder || status !== 'ready') return;
  useChatLog.setState({ loadingOlder: true });
  try {
    const page = await ask(chatHistory, { before });
    if (useChatLog.getState().messages[0]?.id === before) {
      change((log) => withOlder(log, page, page.length === CHAT_PAGE));
    }
  } catch {
    return; // scrolling on retries
  } finally {
    useChatLog.setState({ loadingOlder: false });
  }
}

export function takeChatFacts(envelopes: readonly TopicFact<'chat'>[]): void {
  change((log) => withFacts(log, factsOf(envelopes)));
}

export function pauseLog(): void {
  change(paused);
}

/** Back to the newest message; refetches if there is a gap. */
export function resumeLog(): void {
  const { complete } = useChatLog.getState();
  change(resumed);
  if (!complete) void refreshLog();
}

/** The frame of the chat: its place, and its head with the live count. The chat itself is loaded when it is shown. */
import { Suspense } from 'react';
import { messages } from '../messages.ts';
import { useLive } from '../platform/live/live.ts';
import { useChatColumn } from '../platform/page/media.ts';
import { later } from '../ui/states/boundary.tsx';

const Chat = later(() => import('../features/chat/chat.tsx').then((m) => m.Chat));

/**
 * 'n online' with a dot, from the live channel; nothing before the server reports a number. While the channel is lost, 'Reconnecting'
 * replaces the stale number, because an open chat may cover the status bar.
 */
export function OnlineCount() {
  const { online, status } = useLive();
  if (status === 'reconnecting')
    return (
      <span className="flex items-center gap-2 text-xs font-semibold text-warn">
        <span aria-hidden className="size-2 rounded-full border-2 border-current" />
        {messages.network.away}
      </span>
    );
  if (online === null) return null;
  return (
    <span className="flex items-center gap-2 text-xs font-semibold text-fg-2">
      <span aria-hidden className="size-2 rounded-full bg-ok" />
      {messages.chat.online(online)}
    </span>
  );
}

export function ChatBody() {
  return (
    <Suspense fallback={<div aria-busy className="flex-1" />}>
      <Chat />
    </Suspense>
  );
}

/** The column of wide screens. On narrower ones the chat is loaded when its panel opens. */
export function ChatColumn() {
  const shown = useChatColumn();
  return (
    <aside aria-label={messages.chat.title} className="frame-chat flex-col border-l border-line bg-ink-2">
      <header className="flex h-16 shrink-0 items-center justify-between border-b border-line px-4">
        <h2 className="text-base font-bold">{messages.chat.title}</h2>
        <OnlineCount />
      </header>
      {shown && <ChatBody />}
    </aside>
  );
}

/** The chat's frame: its place, its head with the live count, and an honest empty room until the chat itself opens. */
import { MessageSquareDashed } from 'lucide-react';
import { messages } from '../messages.ts';
import { useLive } from '../platform/live.ts';
import { useSession } from '../platform/session.ts';
import { EmptyState } from '../ui/states.tsx';

/** 'n online' with a dot, from the live channel; nothing before the server said a number. */
export function OnlineCount() {
  const online = useLive((live) => live.online);
  if (online === null) return null;
  return (
    <span className="flex items-center gap-2 text-xs font-semibold text-fg-2">
      <span aria-hidden className="size-2 rounded-full bg-ok" />
      {messages.chat.online(online)}
    </span>
  );
}

export function ChatBody() {
  const signedIn = useSession().status === 'in';
  return (
    <>
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
        <EmptyState
          icon={<MessageSquareDashed aria-hidden size={32} strokeWidth={1.5} />}
          title={messages.chat.notOpen}
        >
          {messages.chat.notOpenMore}
        </EmptyState>
      </div>
      <div className="border-t border-line p-3">
        <input
          type="text"
          disabled
          aria-label={messages.chat.title}
          placeholder={signedIn ? messages.chat.placeholder : messages.chat.placeholderSignedOut}
          className="h-(--control) w-full rounded-md border border-line bg-ink-1 px-3 text-sm"
        />
      </div>
    </>
  );
}

/** The column of wide screens. */
export function ChatColumn() {
  return (
    <aside aria-label={messages.chat.title} className="frame-chat flex-col border-l border-line bg-ink-2">
      <header className="flex h-16 shrink-0 items-center justify-between border-b border-line px-4">
        <h2 className="text-base font-bold">{messages.chat.title}</h2>
        <OnlineCount />
      </header>
      <ChatBody />
    </aside>
  );
}

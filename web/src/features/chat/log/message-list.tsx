/**
 * The messages, newest at the bottom. At the end it follows new messages; scrolled up it stays still whatever arrives or is removed, and a chip
 * shows what was missed. Older pages load near the top.
 */
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from '@fairpot/contract/chat/schemas';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { refreshLog, resumeLog, useChatLog } from './log.ts';
import { MessageRow, type ModerationRights } from './message-row.tsx';
import { StillScroll } from './still-scroll.ts';
import { texts } from '../texts.ts';
import { mentions } from './tokens.ts';

export interface MessageListProps {
  readonly ownId: string | null;
  readonly ownName: string | null;
  readonly powers: ModerationRights;
}

/** Messages of one author within this time share a head. */
const GROUP_MS = 3 * 60 * 1000;

export function MessageList({ ownId, ownName, powers }: MessageListProps) {
  const { messages, status, error, following } = useChatLog();
  const box = useRef<HTMLDivElement>(null);
  const [still] = useState(() => new StillScroll());
  useLayoutEffect(() => (box.current ? still.attach(box.current) : undefined), [still]);
  useLayoutEffect(() => still.settle(), [still, messages, following]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={texts.messages}
        aria-busy={status === 'loading'}
        tabIndex={0}
        onScroll={still.scrolled}
        className="chat-scroll"
      >
        {status === 'loading' && messages.length === 0 && <Waiting />}
        {status === 'failed' && messages.length === 0 && <ErrorState error={error} onRetry={() => void refreshLog()} />}
        {status === 'ready' && messages.length === 0 && (
          <EmptyState icon={<MessagesSquare aria-hidden size={28} strokeWidth={1.5} />} title={texts.empty}>
            {texts.emptyMore}
          </EmptyState>
        )}
        <ol className="chat-list">
          {messages.map((message, at) => (
            <MessageRow
              key={message.id}
              message={message}
              grouped={follows(messages[at - 1], message)}
              ownId={ownId}
              ownName={ownName}
              calling={ownName !== null && message.userId !== ownId && mentions(message.message, ownName)}
              powers={powers}
            />
          ))}
        </ol>
      </div>
      <LatestChip />
    </div>
  );
}

function follows(before: ChatMessage | undefined, message: ChatMessage): boolean {
  return (
    before !== undefined &&
    before.userId === message.userId &&
    before.badge === message.badge &&
    message.createdAt - before.createdAt < GROUP_MS
  );
}

/** Placeholders of the final size, some long, some short. */
const WAITING = ['h-16', 'h-10', 'h-14', 'h-16', 'h-10'] as const;

function Waiting() {
  return (
    <div className="grid gap-4 p-4">
      {WAITING.map((height, at) => (
        <Skeleton key={at} className={height} />
      ))}
    </div>
  );
}

/** The number of messages that arrived while scrolled up; a press scrolls to them. */
export function LatestChip() {
  const following = useChatLog((log) => log.following);
  const missed = useChatLog((log) => log.missed);
  if (following) return null;
  return (
    <button type="button" onClick={resumeLog} className="chat-chip">
      <ArrowDown aria-hidden size={16} />
      {missed > 0 ? texts.newMessages(missed) : texts.latest}
    </button>
  );
}

/** The messages of a ticket, oldest first, scrolled to the newest. Used by the player's page and the desk. */
import './ticket.css';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { TicketMessage } from '@fairpot/contract/support/schemas';
import { Button } from '../ui/controls/button.tsx';
import { cx } from '../ui/layout/cx.ts';
import { MessageParts } from './message-parts.tsx';
import { ticketTexts } from './texts.ts';
import { formatDateTime } from '../platform/page/time.ts';

/** Spec 9: delay before scrolling to a new message. */
export const SCROLL_DELAY_MS = 100;

export interface ConversationProps<M extends TicketMessage> {
  readonly messages: readonly M[];
  /** The reader's side. */
  readonly side: TicketMessage['side'];
  /** The author line above a message. */
  readonly author: (message: M) => ReactNode;
  readonly chip: (coin: Coin | null) => ReactNode;
  /** Loads older messages; null if there are none. */
  readonly onOlder: (() => void) | null;
  readonly loadingOlder?: boolean;
}

export function Conversation<M extends TicketMessage>(props: ConversationProps<M>) {
  const { messages, side, author, chip, onOlder, loadingOlder = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    const timer = setTimeout(() => box.current?.scrollTo({ top: box.current.scrollHeight }), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [newest]);
  return (
    <div ref={box} className="ticket-scroll" role="log" aria-label={ticketTexts.conversation} tabIndex={0}>
      {onOlder && (
        <div className="mb-3 grid justify-center">
          <Button variant="quiet" busy={loadingOlder} onClick={onOlder}>
            {ticketTexts.older}
          </Button>
        </div>
      )}
      {messages.length === 0 && <p className="py-10 text-center text-sm text-fg-2">{ticketTexts.empty}</p>}
      <ol className="grid gap-3">
        {messages.map((message) => (
          <li key={message.id} data-id={message.id} className={cx(message.side === side && 'ticket-own')}>
            <p className="ticket-head mb-1 flex items-baseline gap-2 text-xs text-fg-2">
              <strong className="min-w-0 truncate font-bold text-fg">{author(message)}</strong>
              <Time at={message.createdAt} />
            </p>
            <div dir="auto" className="ticket-bubble ticket-text">
              <MessageParts parts={message.parts} chip={chip} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** In the reader's time zone. */
export function Time({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} className="shrink-0 text-2xs text-fg-3 tabular-nums">
      {formatDateTime(at)}
    </time>
  );
}

/** The last 50 messages: toasts do not wait for the pointer (spec), so what was missed can be read here (WCAG 2.2.1). */
import { BellRing, CircleCheck, CircleX } from 'lucide-react';
import { useEffect } from 'react';
import { messages } from '../messages.ts';
import { markToastsSeen, useToasts } from '../platform/toasts.ts';
import { IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { openPanel } from './shell-store.ts';

export function Bell() {
  const unseen = useToasts((toasts) => toasts.unseen);
  return (
    <IconButton
      label={unseen > 0 ? `${messages.toast.history}, ${unseen} new` : messages.toast.history}
      onClick={() => openPanel('messages')}
    >
      <BellRing aria-hidden size={18} />
      {unseen > 0 && (
        <span
          aria-hidden
          className="absolute top-1 right-1 grid h-4 min-w-4 place-items-center rounded-full bg-volt px-1 text-[10px] leading-none font-extrabold text-volt-ink"
        >
          {unseen > 9 ? '9+' : unseen}
        </span>
      )}
    </IconButton>
  );
}

export function MessageHistory() {
  const history = useToasts((toasts) => toasts.history);
  useEffect(() => markToastsSeen, []);
  if (history.length === 0) {
    return (
      <EmptyState icon={<BellRing aria-hidden size={28} />} title="No messages">
        {messages.toast.historyEmpty}
      </EmptyState>
    );
  }
  return (
    <ol className="divide-y divide-line">
      {history.map((note) => {
        const Icon = note.kind === 'error' ? CircleX : CircleCheck;
        return (
          <li key={note.id} className="flex gap-3 px-4 py-3 text-sm">
            <Icon aria-hidden size={18} className={note.kind === 'error' ? 'shrink-0 text-bad' : 'shrink-0 text-ok'} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              {note.title !== null && <strong className="block">{note.title}</strong>}
              {note.text}
            </span>
            <time className="shrink-0 text-xs text-fg-3" dateTime={new Date(note.at).toISOString()}>
              {new Date(note.at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}
            </time>
          </li>
        );
      })}
    </ol>
  );
}

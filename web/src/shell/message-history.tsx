/** What the player was told, and the last 50 messages of this page: toasts do not wait for the pointer (spec), so what was missed can be read here (WCAG 2.2.1). */
import { Bell as BellIcon, CircleCheck, CircleX } from 'lucide-react';
import { useEffect } from 'react';
import { messages } from '../messages.ts';
import { useSession } from '../platform/page/session.ts';
import { markToastsSeen, useToasts, type ToastNote } from '../platform/page/toasts.ts';
import { EmptyState } from '../ui/states/states.tsx';
import { NotificationPanel } from './notification-list.tsx';

export function MessageHistory() {
  const history = useToasts((toasts) => toasts.history);
  useEffect(() => {
    markToastsSeen();
    return markToastsSeen; // what arrived while it was open was seen too
  }, []);
  const signedIn = useSession().status === 'in';
  if (!signedIn) return <PageHistory history={history} />;
  return (
    <>
      <NotificationPanel />
      {history.length > 0 && (
        <section aria-label={messages.notifications.onThisPage} className="border-t border-line">
          <h3 className="px-4 pt-3 text-xs font-semibold text-fg-2">{messages.notifications.onThisPage}</h3>
          <PageHistory history={history} />
        </section>
      )}
    </>
  );
}

function PageHistory({ history }: { readonly history: readonly ToastNote[] }) {
  if (history.length === 0) {
    return (
      <EmptyState icon={<BellIcon aria-hidden size={28} />} title="No messages">
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

/** Notifications, and the last 50 toasts of this page: toasts do not pause on hover (spec), so missed ones can be read here (WCAG 2.2.1). */
import { Bell as BellIcon, CircleCheck, CircleX, Info } from 'lucide-react';
import { useEffect } from 'react';
import { messages } from '../messages.ts';
import { useSession } from '../platform/page/session.ts';
import { markToastsSeen, useToasts, type ToastKind, type ToastNote } from '../platform/page/toasts.ts';
import { cx } from '../ui/layout/cx.ts';
import { EmptyState } from '../ui/states/states.tsx';
import { NotificationPanel } from './notification-list.tsx';
import { formatTime } from '../platform/page/time.ts';

export function MessageHistory() {
  const history = useToasts((toasts) => toasts.history);
  useEffect(() => {
    markToastsSeen();
    return markToastsSeen; // those that arrived while it was open count as seen
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

const MARKS: Readonly<Record<ToastKind, { readonly icon: typeof Info; readonly color: string }>> = {
  success: { icon: CircleCheck, color: 'text-ok' },
  error: { icon: CircleX, color: 'text-bad' },
  note: { icon: Info, color: 'text-info' },
};

function PageHistory({ history }: { readonly history: readonly ToastNote[] }) {
  if (history.length === 0) {
    return (
      <EmptyState icon={<BellIcon aria-hidden size={28} />} title={messages.toast.historyTitle}>
        {messages.toast.historyEmpty}
      </EmptyState>
    );
  }
  return (
    <ol className="divide-y divide-line">
      {history.map((note) => {
        const { icon: Icon, color } = MARKS[note.kind];
        return (
          <li key={note.id} className="flex gap-3 px-4 py-3 text-sm">
            <Icon aria-hidden size={18} className={cx('shrink-0', color)} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              {note.title !== null && <strong className="block">{note.title}</strong>}
              {note.text}
            </span>
            <time className="shrink-0 text-xs text-fg-3" dateTime={new Date(note.at).toISOString()}>
              {formatTime(note.at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}

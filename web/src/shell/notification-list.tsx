/** The notification list of the bell, each opening as a window with a link to its page, and the notification settings. */
import { BellRing, ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS } from '@fairpot/contract/notifications/calls';
import type { Notification } from '@fairpot/contract/notifications/schemas';
import { messages } from '../messages.ts';
import { openModal } from '../platform/page/modal.ts';
import { Button } from '../ui/controls/button.tsx';
import { Switch } from '../ui/controls/fields.tsx';
import { cx } from '../ui/layout/cx.ts';
import { EmptyState, ErrorState, Skeleton } from '../ui/states/states.tsx';
import { closePanels } from './shell-store.ts';
import { markRead, useChoice, useNotifications } from './use-notifications.ts';
import { formatDayTime } from '../platform/page/time.ts';

export function NotificationPanel() {
  const { list, error, retry, shown, loadOlder } = useNotifications();
  // Entries that were unread at opening stay marked.
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const seen = (list?.notifications ?? []).filter(({ id, read }) => !read && !fresh.has(id)).map(({ id }) => id);
  if (seen.length > 0) setFresh(new Set([...fresh, ...seen]));
  useEffect(() => {
    if (list !== undefined) markRead(list);
  }, [list]);
  if (error && !list) return <ErrorState error={error} onRetry={retry} />;
  if (!list) return <Skeleton className="m-4 h-40" />;
  return (
    <section aria-label={messages.notifications.title}>
      {shown.length === 0 ? (
        <EmptyState icon={<BellRing aria-hidden size={28} />} title={messages.notifications.empty}>
          {messages.notifications.emptyText}
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {shown.map((note) => (
            <Entry key={note.id} note={note} fresh={fresh.has(note.id)} />
          ))}
        </ol>
      )}
      {loadOlder && (
        <div className="grid justify-center border-t border-line p-3">
          <Button variant="quiet" onClick={loadOlder}>
            {messages.notifications.older}
          </Button>
        </div>
      )}
      <Choices off={list.off} />
    </section>
  );
}

function Entry({ note, fresh }: { readonly note: Notification; readonly fresh: boolean }) {
  const { header, text, link, at } = note;
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          closePanels();
          openModal('notification', { header, text, link });
        }}
        className={cx(
          'flex w-full gap-3 px-4 py-3 text-left text-sm hover:bg-ink-3',
          fresh && 'shadow-[inset_2px_0_0_var(--color-volt)]',
        )}
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="flex items-center gap-2">
            <strong className="min-w-0 truncate">{header}</strong>
            {fresh && (
              <span className="shrink-0 rounded-full bg-volt px-1.5 text-2xs font-extrabold text-volt-ink">
                {messages.notifications.unread}
              </span>
            )}
          </span>
          <span className="text-fg-2">{text}</span>
        </span>
        <time className="shrink-0 text-xs text-fg-3 tabular-nums" dateTime={new Date(at).toISOString()}>
          {formatDayTime(at)}
        </time>
      </button>
    </li>
  );
}

function Choices({ off }: { readonly off: Parameters<typeof useChoice>[0] }) {
  const choose = useChoice(off);
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between px-4 text-sm font-semibold">
        {messages.notifications.choose}
        <ChevronDown aria-hidden size={16} className="text-fg-2" />
      </summary>
      <div className="grid gap-3 px-4 pb-4">
        {NOTIFICATION_KIND_NAMES.map((kind) => {
          const { label, optional } = NOTIFICATION_KINDS[kind];
          if (!optional) {
            return (
              <p key={kind} className="text-sm">
                {label} <span className="text-xs text-fg-2">{messages.notifications.always}</span>
              </p>
            );
          }
          return <Switch key={kind} label={label} checked={!off.includes(kind)} onChange={(on) => choose(kind, on)} />;
        })}
      </div>
    </details>
  );
}

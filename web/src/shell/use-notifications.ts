/** The player's notifications, kept fresh by facts, and the notification settings. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { applyNotificationFact } from '@fairpot/contract/notifications/views';
import {
  setNotificationPreferences,
  listNotifications,
  readNotifications,
  type NotificationKind,
} from '@fairpot/contract/notifications/calls';
import type { Notification, NotificationFact, NotificationList } from '@fairpot/contract/notifications/schemas';
import type { TopicFact, TopicFacts } from '@fairpot/contract/live/facts';
import { ask, send } from '../platform/calls/api.ts';
import { keyOf, queryClient, refetchAll } from '../platform/calls/query-client.ts';
import { useAsk, useSend } from '../platform/calls/use-call.ts';
import { recentFacts, useTopic } from '../platform/live/live.ts';
import { useSession } from '../platform/page/session.ts';
import { toastRefusal } from '../platform/page/toasts.ts';

const KEY = keyOf(listNotifications, {});

function folded(list: NotificationList, facts: readonly TopicFact<'player'>[]): NotificationList {
  const ours = facts.flatMap(({ body }) => (isOurs(body) ? [body] : []));
  return ours.reduce(applyNotificationFact, list);
}

function isOurs(body: TopicFacts['player']): body is NotificationFact {
  return body.type === 'notification.new' || body.type === 'notification.read';
}

/** The number of unread notifications; 0 when signed out. Follows the player's own topic while mounted. */
export function useUnread(): number {
  const signedIn = useSession().status === 'in';
  const { data } = useAsk(
    listNotifications,
    {},
    { enabled: signedIn, fresh: (list) => folded(list, recentFacts('player')) },
  );
  useTopic('player', {
    apply: (facts) => {
      if (!facts.some(({ body }) => isOurs(body))) return;
      queryClient.setQueryData<NotificationList>(KEY, (list) => list && folded(list, facts));
    },
    resync: () => void refetchAll(listNotifications),
  });
  return signedIn ? (data?.unread ?? 0) : 0;
}

export interface Notifications {
  readonly list: NotificationList | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** All loaded notifications, newest first. */
  readonly shown: readonly Notification[];
  /** Null if there are no older ones. */
  readonly loadOlder: (() => void) | null;
}

export function useNotifications(): Notifications {
  const signedIn = useSession().status === 'in';
  const { data, error, refetch } = useAsk(listNotifications, {}, { enabled: signedIn });
  const [older, setOlder] = useState<readonly NotificationList[]>([]);
  const last = data?.notifications.at(-1)?.id ?? 0;
  const next = older.length === 0 ? (data?.next ?? null) : (older.at(-1)?.next ?? null);
  const load = (before: number): void => {
    ask(listNotifications, { before }).then((page) => setOlder((pages) => [...pages, page]), toastRefusal);
  };
  const rest = older.flatMap((page) => page.notifications).filter(({ id }) => id < last);
  return {
    list: data,
    error,
    retry: () => void refetch(),
    shown: [...(data?.notifications ?? []), ...rest],
    loadOlder: next === null ? null : () => load(next),
  };
}

/** Marks the shown notifications as read. If it fails, the next opening does it. */
export function markRead({ notifications, unread }: NotificationList): void {
  const newest = notifications[0]?.id;
  if (unread > 0 && newest !== undefined) void send(readNotifications, { upTo: newest }).catch(() => undefined);
}

/** Turns a notification kind on or off. */
export function useChoice(off: readonly NotificationKind[]) {
  const client = useQueryClient();
  const choosing = useSend(setNotificationPreferences, {
    onAccepted: (answer) => client.setQueryData<NotificationList>(KEY, (list) => list && { ...list, off: answer.off }),
  });
  return (kind: NotificationKind, on: boolean): void => {
    const wanted = on ? off.filter((each) => each !== kind) : [...off, kind];
    const optional = wanted.filter((each) => each !== 'security');
    void choosing.run({ off: optional });
  };
}

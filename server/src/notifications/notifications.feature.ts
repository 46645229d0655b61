/** The notifications feature: the list behind the bell, read marks, muted kinds, push notifications, and the sweeps that send and delete. */
import {
  NOTIFICATION_KINDS,
  NOTIFICATIONS_PAGE,
  UNREAD_MAX,
  type NotificationKind,
} from '@fairpot/contract/notifications/calls';
import type { Notification } from '@fairpot/contract/notifications/schemas';
import {
  setNotificationPreferences,
  listNotifications,
  readNotifications,
} from '@fairpot/contract/notifications/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, requirePlayer, type Feature } from '../platform/runner/feature.ts';
import { pushCalls } from './push/calls.ts';
import { pushSweeps } from './push/deliver.ts';
import { PUSH_KEEP_MS } from './push/rules.ts';
import { deleteOldMessages } from './push/store.ts';
import {
  deleteOld,
  markRead,
  newest,
  storeMutedKinds,
  mutedKinds,
  unreadCount,
  type NotificationRow,
} from './store.ts';

const KEEP_MS = 90 * 24 * 60 * 60 * 1000;
const DELETE_EVERY_MS = 10 * 60 * 1000;
const DELETE_ROWS = 1_000;
/** The most that one call marks as read, newest first. The next call marks older ones. */
const READ_PER_CALL = 1_000;

export function notificationsFeature(deps: Deps): Feature {
  return {
    name: 'notifications',
    bindings: [
      onQuery(listNotifications, async ({ db, actor }, { before }) => {
        const { id } = requirePlayer(actor);
        const [rows, unread, muted] = await Promise.all([
          newest(db, id, before ?? null, NOTIFICATIONS_PAGE + 1),
          unreadCount(db, id, UNREAD_MAX),
          mutedKinds(db, id),
        ]);
        const page = rows.slice(0, NOTIFICATIONS_PAGE);
        const next = rows.length > NOTIFICATIONS_PAGE ? (page.at(-1)?.id ?? null) : null;
        return { notifications: page.map(present), next, unread, off: [...muted] };
      }),
      onCommand(readNotifications, async ({ tx, actor, now, emit }, { upTo }) => {
        const read = await markRead(tx, actor.id, upTo, READ_PER_CALL, now);
        const unread = await unreadCount(tx, actor.id, UNREAD_MAX);
        const body = { upTo, unread };
        const subject = String(upTo);
        if (read > 0) {
          emit({ topic: 'player', playerId: actor.id, subject, version: 2, type: 'notification.read', body });
        }
        return { unread };
      }),
      onCommand(setNotificationPreferences, async ({ tx, actor }, { off }) => {
        const kinds: readonly NotificationKind[] = [...new Set(off)];
        const allowed = kinds.filter((kind) => NOTIFICATION_KINDS[kind].optional);
        await storeMutedKinds(tx, actor.id, allowed);
        return { off: allowed };
      }),
      ...pushCalls(deps),
    ],
    sweeps: [
      {
        name: 'notifications.forget',
        everyMs: DELETE_EVERY_MS,
        run: () => deleteOld(deps.db, deps.clock.now() - KEEP_MS, DELETE_ROWS),
      },
      {
        name: 'notifications.forgetPush',
        everyMs: DELETE_EVERY_MS,
        run: () => deleteOldMessages(deps.db, deps.clock.now() - PUSH_KEEP_MS, DELETE_ROWS),
      },
      ...pushSweeps(deps),
    ],
  };
}

function present({ id, kind, header, text, link, at, readAt }: NotificationRow): Notification {
  return { id, kind, header, text, link, at, read: readAt !== null };
}

/** Pure functions over the views and facts of notifications, for server and client. */
import type { Notification, NotificationFact, NotificationList } from './schemas.ts';
import { UNREAD_MAX } from './calls.ts';

/**
 * The list (newest first) after a fact of the player's own topic. Pure; the same list when the fact changes nothing.
 */
export function applyNotificationFact(list: NotificationList, fact: NotificationFact): NotificationList {
  if (fact.type === 'notification.read') {
    const isRead = (note: Notification) => note.read || note.id <= fact.upTo;
    return { ...list, unread: fact.unread, notifications: list.notifications.map((n) => ({ ...n, read: isRead(n) })) };
  }
  const { notification } = fact;
  if (list.notifications.some(({ id }) => id === notification.id)) return list;
  const notifications = [notification, ...list.notifications].sort((a, b) => b.id - a.id);
  return { ...list, notifications, unread: Math.min(list.unread + 1, UNREAD_MAX) };
}

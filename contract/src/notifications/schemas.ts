/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as notifications from './calls.ts';
import { command, query } from '../wire/call.schemas.ts';

const Kind = z.enum(notifications.NOTIFICATION_KIND_NAMES);
/** Increases over time. */
const NotificationId = z.number().int().min(1);

export const Notification = z.object({
  id: NotificationId,
  kind: Kind,
  header: z.string(),
  text: z.string(),
  /** The related page, with its query; null for none. */
  link: z.string().nullable(),
  /** Epoch ms. */
  at: z.number().int(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationList = z.object({
  /** Newest first. */
  notifications: z.array(Notification),
  /** `before` of the next page; null on the last page. */
  next: NotificationId.nullable(),
  unread: z
    .number()
    .int()
    .meta({ description: `Of all, at most ${notifications.UNREAD_MAX}` }),
  /** Kinds that the player turned off. */
  off: z.array(Kind),
});
export type NotificationList = z.infer<typeof NotificationList>;

/** Facts on the topic 'player' of the recipient. The first is also sent as the event 'notification'. */
export const NotificationFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notification.new'), notification: Notification }),
  /** All up to this one were read, on this screen or another. */
  z.object({ type: z.literal('notification.read'), upTo: NotificationId, unread: z.number().int() }),
]);
export type NotificationFact = z.infer<typeof NotificationFact>;

export const listNotifications = query({
  ...notifications.listNotifications,
  summary: `The player’s notifications, newest first, ${notifications.NOTIFICATIONS_PAGE} at a time; kept for 90 days`,
  permission: 'session',
  scope: 'read',
  input: z.strictObject({ before: z.coerce.number().int().min(1).optional() }),
  output: NotificationList,
});

export const readNotifications = command({
  ...notifications.readNotifications,
  summary: 'Mark all notifications up to this one as read',
  permission: 'session',
  input: z.strictObject({ upTo: NotificationId }),
  output: z.object({ unread: z.number().int() }),
});

export const setNotificationPreferences = command({
  ...notifications.setNotificationPreferences,
  summary: 'Turn kinds of notifications off; kinds that are not named are on. Security and protection stay on',
  permission: 'session',
  input: z.strictObject({ off: z.array(Kind.exclude(['security'])).max(10) }),
  output: z.object({ off: z.array(Kind) }),
});

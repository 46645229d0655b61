/** Notifications behind the bell, their kinds, and how facts change the list. */
import { commandAt, queryAt } from '../wire/call.ts';

/** Each kind can be turned off, except security. `urgent`: shown in a window of its own, not at the edge. */
export const NOTIFICATION_KINDS = {
  security: { label: 'Security of your account', optional: false, urgent: true },
  support: { label: 'Answers from support', optional: true, urgent: false },
  deposit: { label: 'Deposits', optional: true, urgent: false },
  withdrawal: { label: 'Withdrawals', optional: true, urgent: false },
  bet: { label: 'Bets from Steam that were not placed', optional: true, urgent: true },
  chat: { label: 'Chat bans', optional: true, urgent: false },
  protection: { label: 'Limits and your own protection', optional: true, urgent: false },
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]];

/** Headers of notifications about coins: the lists of coins already show the same. */
export const COIN_HEADERS = { deposit: 'Crypto deposit', withdrawal: 'Crypto withdrawal' } as const;

export const NOTIFICATIONS_PAGE = 30;
/** Unread ones are counted up to this number. */
export const UNREAD_MAX = 100;

export const listNotifications = queryAt('notifications.list', '/notifications');
export const readNotifications = commandAt('notifications.read', '/notifications/read');
export const setNotificationPreferences = commandAt('notifications.choose', '/notifications/choose');

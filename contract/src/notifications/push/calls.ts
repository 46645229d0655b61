/**
 * Push notifications: what a browser is sent while the site is closed in it, and the calls that turn it on. A browser gets
 * the kinds that its player chose there; none until then.
 */
import { commandAt, queryAt } from '../../wire/call.ts';

export const PUSH_KINDS = ['trade', 'withdrawal', 'battle'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/**
 * What a push can say, and its kind. The browser has the text of each: no name, sum or item is sent.
 */
export const PUSH_MESSAGES = {
  offer: 'trade',
  deposited: 'trade',
  withdrawn: 'withdrawal',
  returned: 'withdrawal',
  battleOver: 'battle',
} as const satisfies Record<string, PushKind>;
export type PushMessage = keyof typeof PUSH_MESSAGES;
export const PUSH_MESSAGE_NAMES = Object.keys(PUSH_MESSAGES) as [PushMessage, ...PushMessage[]];

/** What is encrypted for the browser, as JSON. */
export interface PushPayload {
  readonly message: PushMessage;
  /** A page of this site. */
  readonly path: string;
  /** The same for each sending of the same message: a repeat replaces the notification that is shown. */
  readonly tag: string;
}

/** The most browsers of one player. */
export const MAX_PUSH_BROWSERS = 10;

export const getPush = queryAt('push.get', '/notifications/push');
export const subscribePush = commandAt('push.subscribe', '/notifications/push/subscribe');
export const choosePushKinds = commandAt('push.choose', '/notifications/push/choose');
export const unsubscribePush = commandAt('push.unsubscribe', '/notifications/push/unsubscribe');

/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as push from './calls.ts';
import { command, NoInput, query } from '../../wire/call.schemas.ts';

const Kinds = z
  .array(z.enum(push.PUSH_KINDS))
  .min(1)
  .max(push.PUSH_KINDS.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, 'a kind is named twice');

export const PushBrowser = z.object({
  /** SHA-256 of the endpoint, in hex: a browser compares it with its own subscription. */
  endpointHash: z.string(),
  kinds: z.array(z.enum(push.PUSH_KINDS)),
  /** When a message did not reach this browser; null: the last one did, or there was none. */
  failedAt: z.number().int().nullable(),
});
export type PushBrowser = z.infer<typeof PushBrowser>;

export const PushState = z.object({
  /** The site's public key for subscriptions (VAPID), base64url; null: the site sends no push notifications. */
  key: z.string().nullable(),
  /** The subscription of this sign-in; null: none. */
  browser: PushBrowser.nullable(),
});
export type PushState = z.infer<typeof PushState>;

export const getPush = query({
  ...push.getPush,
  summary: 'Push notifications of the browser that asks: the site’s key, and what this browser gets',
  permission: 'session',
  input: NoInput,
  output: PushState,
});

export const subscribePush = command({
  ...push.subscribePush,
  summary:
    'Turn push notifications on for this browser, until its sign-in ends. ' +
    'Not found where the site sends none; a bad input if the endpoint belongs to no known push service',
  permission: 'session',
  input: z.strictObject({
    endpoint: z.string().min(1).max(1_000),
    /** The browser’s public key, and its secret for this subscription (RFC 8291); base64url. */
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
    kinds: Kinds,
  }),
  output: PushBrowser,
});

export const choosePushKinds = command({
  ...push.choosePushKinds,
  summary: 'Choose the kinds of push notifications that this browser gets',
  permission: 'session',
  input: z.strictObject({ kinds: Kinds }),
  output: PushBrowser,
});

export const unsubscribePush = command({
  ...push.unsubscribePush,
  summary: 'Turn push notifications off for this browser',
  permission: 'session',
  input: NoInput,
  output: z.object({ off: z.literal(true) }),
});

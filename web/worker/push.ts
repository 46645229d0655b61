/**
 * Push notifications: shows what the site sent, opens the page that it is about, and ends the subscription when its player is not signed in here any
 * more.
 *
 * Invariant: a notification has a text of this file's own (texts.ts) and leads to a page of this site, whatever the message says.
 */
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import type { PushMessage, PushPayload } from '@fairpot/contract/notifications/push/calls';
import type { getUser } from '@fairpot/contract/user/calls';
import { scope, type PushData, type WindowClient } from './scope.ts';
import { texts } from './texts.ts';

const CACHE = 'fairpot-push';
const OWNER = '/client-check/push-owner';
const ANY_SITE = 'https://site.invalid';

/** Null: nothing that this worker knows. */
export function readPush(data: unknown): PushPayload | null {
  if (typeof data !== 'object' || data === null) return null;
  const { message, path, tag } = data as Partial<Record<keyof PushPayload, unknown>>;
  if (typeof message !== 'string' || !Object.hasOwn(texts.push, message)) return null;
  if (typeof path !== 'string' || !isOwnPath(path) || typeof tag !== 'string') return null;
  return { message: message as PushMessage, path, tag };
}

/** A browser reads '//x' and '/\x' as another site. */
function isOwnPath(path: string): boolean {
  return path.startsWith('/') && URL.canParse(path, ANY_SITE) && new URL(path, ANY_SITE).origin === ANY_SITE;
}

/** One with the same tag is replaced, without another sound. */
export async function showPush(data: PushData | null): Promise<void> {
  const push = readPush(parsed(data));
  if (push === null) return;
  const { message, path, tag } = push;
  const options = { body: texts.push[message], tag, icon: '/icon-192.png', lang: 'en', data: { path } };
  await scope.registration.showNotification(texts.site, options);
}

function parsed(data: PushData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

/** Brings the page of a notification to the front: in a tab of this site that is open, the one with that page if there is one; or in a new one. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const { path } = (notification.data ?? {}) as { readonly path?: unknown };
  if (typeof path !== 'string' || !isOwnPath(path)) return;
  const { href } = new URL(path, scope.location.origin);
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === href) ?? windows[0];
  if (shown === undefined || !(await bring(shown, href))) await scope.clients.openWindow(href);
}

/** False where the browser does not let this worker move the tab: it belongs to no worker yet. */
async function bring(tab: WindowClient, href: string): Promise<boolean> {
  try {
    const focused = await tab.focus();
    if (focused.url !== href) await focused.navigate(href);
    return true;
  } catch {
    return false;
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** What an answer of GET /user says about who is signed in here: a subscription of another player ends. */
export function keepOwner(answer: Response): Promise<void> {
  const done = turn.then(async () => {
    if (answer.status === 401) return endPush();
    if (!answer.ok) return;
    const { response } = (await answer.json()) as { readonly response: OutputOf<typeof getUser> };
    const cache = await caches.open(CACHE);
    const former = await (await cache.match(OWNER))?.text();
    if (former === response.user.id) return;
    if (former !== undefined) await endPush();
    await cache.put(OWNER, new Response(response.user.id));
  });
  turn = done.catch(() => undefined);
  return done.catch(() => undefined); // the server has ended it too: this is the second guard
}

/** Nothing is shown to this browser any more, whatever the site sends. */
export async function endPush(): Promise<void> {
  await caches.delete(CACHE);
  const subscription = await scope.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

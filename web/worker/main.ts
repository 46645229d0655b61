/**
 * The service worker: it stands between the pages of this site and the network, and lets in only files of a build of the client that is in the public
 * log. Built by worker-plugin.ts as one file, /sw.js, which is part of the build itself.
 */
import type { PageMessage } from '../src/features/client-check/messages.ts';
import { ClientCheck } from './client-check.ts';
import { ACCOUNT, endsSession, forgetAccount, isRemembered, lastSeen, rememberAnswer } from './last-seen.ts';
import { blockedPage, howToPage, offlinePage } from './pages.ts';
import { endPush, keepOwner, openPush, showPush } from './push.ts';
import { HOW_TO, kindOf } from './requests.ts';
import { scope, type PageFetch } from './scope.ts';
import type { Block } from './state.ts';
import { SiteAway } from './site.ts';

const check = new ClientCheck();
const { origin } = scope.location;
/** Ids of windows that show a block or are on their way to one: a second file that must not run does not load them again. */
const blockedWindows = new Set<string>();

scope.addEventListener('install', (event) => {
  // A worker of an earlier version is replaced at once: this one reads what it remembered.
  event.waitUntil(check.begin().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(check.reload().then(() => scope.clients.claim()));
});

scope.addEventListener('message', (event) => {
  const { ask } = event.data as PageMessage;
  if (ask === 'seen') return event.waitUntil(check.noticeSeen());
  event.waitUntil(check.status().then((status) => event.ports[0]?.postMessage(status)));
});

scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event.notification)));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== origin) return;
  if (endsSession(url.pathname)) return event.respondWith(orOffline(url, () => signOut(event)));
  switch (kindOf(request, url.pathname)) {
    case 'page':
      return event.respondWith(orOffline(url, () => openPage(event, url)));
    case 'file':
      return event.respondWith(openFile(event, url));
    case 'apart':
      return event.respondWith(orOffline(url, () => withoutScripts(request)));
    case 'drawn':
      return event.respondWith(drawn(url));
    case 'data':
      if (request.method === 'GET' && isRemembered(url.pathname)) event.respondWith(remembered(event, url.pathname));
  }
});

async function openPage(event: PageFetch, url: URL): Promise<Response> {
  const answer = await check.page(url.pathname);
  return answer instanceof Response ? answer : shown(event, answer, url);
}

/** A file that must not run is an error to its page, which goes too. */
async function openFile(event: PageFetch, url: URL): Promise<Response> {
  try {
    const answer = await check.file(url.pathname);
    if (answer instanceof Response) return answer;
    if (event.request.mode === 'navigate') return await shown(event, answer, url);
    event.waitUntil(blockAll());
  } catch (error) {
    if (!(error instanceof SiteAway)) throw error;
    if (event.request.mode === 'navigate') return offline(url);
  }
  return Response.error();
}

/** Every open page asks for itself again, and gets the page that says why. */
async function blockAll(): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window' });
  const open = windows.filter(({ id }) => !blockedWindows.has(id));
  for (const { id } of open) blockedWindows.add(id);
  await Promise.allSettled(
    open.map((client) => client.navigate(client.url).finally(() => blockedWindows.delete(client.id))),
  );
}

/** A document that is no page of the client: where a redirect leads is the next request. */
async function withoutScripts(request: Request): Promise<Response> {
  const answer = await fetch(request).catch((error: unknown) => {
    throw new SiteAway(String(error));
  });
  if (answer.type === 'opaqueredirect' || answer.body === null) return answer;
  const headers = new Headers(answer.headers);
  headers.append('content-security-policy', "script-src 'none'");
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers });
}

async function remembered(event: PageFetch, path: string): Promise<Response> {
  const remember = rememberAnswer(path);
  const answer = await fetch(event.request);
  event.waitUntil(remember(answer.clone()));
  if (path === ACCOUNT) event.waitUntil(keepOwner(answer.clone()));
  return answer;
}

async function signOut(event: PageFetch): Promise<Response> {
  const answer = await withoutScripts(event.request);
  event.waitUntil(forgetAccount());
  // The page that asks first, for a link of another site, signs no one out.
  if (answer.type === 'opaqueredirect') event.waitUntil(endPush());
  return answer;
}

async function drawn(url: URL): Promise<Response> {
  if (url.pathname === HOW_TO) return howToPage(origin, await logKey());
  if (!(await check.startOver(url.searchParams.get('token')))) return Response.redirect('/', 302);
  await scope.registration.unregister();
  return Response.redirect('/', 302);
}

async function orOffline(url: URL, open: () => Promise<Response>): Promise<Response> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SiteAway)) throw error;
    return offline(url);
  }
}

/** In the font of the client, if the browser has kept that. */
async function offline(url: URL): Promise<Response> {
  return offlinePage(await lastSeen(), url.pathname, await check.font().catch(() => null));
}

async function shown({ resultingClientId }: PageFetch, block: Block, url: URL): Promise<Response> {
  blockedWindows.add(resultingClientId);
  return blockedPage(block, origin, `${url.pathname}${url.search}`, await logKey());
}

/** Empty before the first visit. */
async function logKey(): Promise<string> {
  return check.logKey().catch(() => '');
}

/** What the browser itself does for push notifications: permission and subscription. Called by use-push.ts. */

/** A subscription as the server takes it. Keys are base64url. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const WORKER_WITHIN_MS = 10_000;

/** Why turning on failed. `not-allowed`: the player closed or declined the browser's question. `unknown-service`: the site does not send there. */
export type PushObstacle = 'not-allowed' | 'no-service' | 'unknown-service';

/** False in old browsers, in an iPhone's browser outside an installed app, and over plain http other than this machine. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

export interface BrowserPush {
  readonly isBlocked: boolean;
  /** Of this browser's endpoint, if it is subscribed with the site's key; else null. */
  readonly endpointHash: string | null;
}

export async function readBrowser(key: string): Promise<BrowserPush> {
  const isBlocked = Notification.permission === 'denied';
  return { isBlocked, endpointHash: await subscribedHash(key).catch(() => null) };
}

/** Calls `onChange` when the player changes the permission in the browser's own settings. */
export async function watchPermission(onChange: () => void, signal: AbortSignal): Promise<void> {
  const status = await navigator.permissions.query({ name: 'notifications' }).catch(() => null);
  if (!signal.aborted) status?.addEventListener('change', onChange, { signal });
}

async function subscribedHash(key: string): Promise<string | null> {
  if (Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  return subscription !== null && hasKey(subscription, key) ? hashOf(subscription.endpoint) : null;
}

/** Asks for permission and subscribes. Only after a press: a browser ignores the question otherwise. */
export async function subscribe(key: string): Promise<BrowserSubscription | PushObstacle> {
  if ((await Notification.requestPermission()) !== 'granted') return 'not-allowed';
  try {
    const { pushManager } = await readyWorker();
    const former = await pushManager.getSubscription();
    // With another key a browser refuses to subscribe, and a former subscription may be what failed.
    await former?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    const { p256dh, auth } = keys ?? {};
    if (endpoint === undefined || p256dh === undefined || auth === undefined) return 'no-service';
    return { endpoint, p256dh, auth };
  } catch {
    // The browser's push service is away, or the worker could not start.
    return 'no-service';
  }
}

/** The worker starts when the page is quiet; in development there is none. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no service worker')), WORKER_WITHIN_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

function hasKey({ options }: PushSubscription, key: string): boolean {
  const { applicationServerKey } = options;
  return applicationServerKey !== null && base64url(new Uint8Array(applicationServerKey)) === key;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (each) => ({ '+': '-', '/': '_' })[each] ?? '');
}

async function hashOf(endpoint: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A browser with push notifications, as far as Chromium's shell for tests has them. It has the service worker and its push event, which a test can
 * deliver. It has no push service behind `pushManager`, and shows no notifications. Only these two ends are replaced: what `pushManager` answers, and
 * what `showNotification` is called with. Everything between them is the product's.
 */
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import type { PushTarget } from '../../server/src/platform/process/push-port.ts';
import { expect } from './journey.ts';

export type Permission = 'default' | 'granted' | 'denied';

/** What a page shows a player. */
export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

/** Replaces the page's end, for this and the next pages of the context. `answer`: what the player says when the browser asks. */
export async function givePush(context: BrowserContext, browser: PushTarget, answer: Permission): Promise<void> {
  await context.addInitScript(replacePageEnd, { browser, answer });
}

/** Runs in the page. What it remembers outlives a reload, as a browser's subscription does. */
function replacePageEnd({ browser, answer }: { readonly browser: PushTarget; readonly answer: Permission }): void {
  const kept = (name: string) => localStorage.getItem(`test.push.${name}`);
  const keep = (name: string, value: string) => localStorage.setItem(`test.push.${name}`, value);
  const subscription = () => {
    const key = kept('key') ?? '';
    if (key === '') return null;
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return {
      endpoint: browser.endpoint,
      options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } }),
      unsubscribe: () => {
        keep('key', '');
        return Promise.resolve(true);
      },
    };
  };
  Object.defineProperty(Notification, 'permission', { get: () => kept('permission') ?? 'default' });
  Notification.requestPermission = () => {
    keep('permission', answer);
    return Promise.resolve(answer);
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(subscription() as PushSubscription | null);
  PushManager.prototype.subscribe = (options) => {
    keep('key', typeof options?.applicationServerKey === 'string' ? options.applicationServerKey : '');
    return Promise.resolve(subscription() as unknown as PushSubscription);
  };
}

/** The worker's end. */
export class PushedWorker {
  readonly #worker: Worker;
  readonly #devtools: CDPSession;
  readonly #registration: string;

  private constructor(worker: Worker, devtools: CDPSession, registration: string) {
    this.#worker = worker;
    this.#devtools = devtools;
    this.#registration = registration;
  }

  /** The worker that controls the page. */
  static async of(page: Page): Promise<PushedWorker> {
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [found] = registrations;
        if (found) resolve(found.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const [worker] = page.context().serviceWorkers();
    if (worker === undefined) throw new Error('the page has no service worker');
    await worker.evaluate(replaceWorkerEnd);
    return new PushedWorker(worker, devtools, await registered);
  }

  /** Delivers a message as the browser does once it has decrypted it. */
  async deliver(payload: unknown): Promise<void> {
    await this.#devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(this.#worker.url()).origin,
      registrationId: this.#registration,
      data: JSON.stringify(payload),
    });
  }

  shown(): Promise<ShownNotification[]> {
    return this.#worker.evaluate(() => (globalThis as unknown as WorkerEnd).shown);
  }

  /** Presses the newest notification. */
  async press(): Promise<void> {
    await this.#worker.evaluate(() => (globalThis as unknown as WorkerEnd).press());
  }

  /** How often the worker ended the browser's subscription. */
  async expectEnded(times: number): Promise<void> {
    await expect.poll(() => this.#worker.evaluate(() => (globalThis as unknown as WorkerEnd).ended)).toBe(times);
  }
}

interface WorkerEnd {
  shown: ShownNotification[];
  ended: number;
  press: () => void;
}

/** Runs in the worker. */
function replaceWorkerEnd(): void {
  const scope = globalThis as unknown as WorkerEnd & {
    readonly registration: ServiceWorkerRegistration;
    readonly WindowClient: { readonly prototype: { focus: () => Promise<unknown> } };
    dispatchEvent: (event: Event) => boolean;
  };
  scope.shown = [];
  scope.ended = 0;
  scope.registration.showNotification = (title, { body = '', tag = '', data } = {}) => {
    const { path } = data as { path: string };
    scope.shown = [...scope.shown.filter((each) => each.tag !== tag), { title, body, tag, path }];
    return Promise.resolve();
  };
  const unsubscribe = () => Promise.resolve((scope.ended += 1) > 0);
  scope.registration.pushManager.getSubscription = () =>
    Promise.resolve({ unsubscribe } as unknown as PushSubscription);
  // Only a press of a person lets a worker focus a tab.
  scope.WindowClient.prototype.focus = function focus() {
    return Promise.resolve(this);
  };
  scope.press = () => {
    const notification = { data: { path: scope.shown.at(-1)?.path }, close: () => undefined };
    const waitUntil = () => undefined;
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
  };
}

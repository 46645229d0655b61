/** The parts of a service worker's global scope that this worker uses. The library of a page, which the client is compiled with, lacks them. */
interface WaitableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface PageFetch extends WaitableEvent {
  readonly request: Request;
  /** Of the window that a navigation makes; empty for a file. */
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}

export interface WindowClient {
  readonly id: string;
  readonly url: string;
  navigate(url: string): Promise<unknown>;
  focus(): Promise<WindowClient>;
}

export interface PushData {
  json(): unknown;
}

interface WorkerEvents {
  install: WaitableEvent;
  activate: WaitableEvent;
  fetch: PageFetch;
  message: WaitableEvent & Pick<MessageEvent<unknown>, 'data' | 'ports'>;
  push: WaitableEvent & { readonly data: PushData | null };
  notificationclick: WaitableEvent & { readonly notification: Notification };
}

export interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled?: boolean;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener<E extends keyof WorkerEvents>(type: E, listener: (event: WorkerEvents[E]) => void): void;
}

export const scope = globalThis as unknown as WorkerScope;

/**
 * What must not happen in a browser: console errors and warnings (the browser reports violations of the content security policy there too), uncaught
 * exceptions, failed requests, answers of 400 and more.
 *
 * Called by the journey fixture for every browser context. A journey that provokes trouble declares it with `expectTrouble`.
 */
import type { BrowserContext, ConsoleMessage, Page, Request, Response, WebError } from '@playwright/test';

export interface Trouble {
  /** Unexpected trouble, in words. */
  readonly seen: readonly string[];
  /** From now on trouble that matches one of these is part of the journey. */
  readonly expectTrouble: (...patterns: readonly RegExp[]) => void;
  /** The journey is over: later trouble does not count. */
  readonly watchNoMore: () => void;
}

/** Playwright's own note where a journey runs without the service worker. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

/** The network is off: a browser's messages then. A page that is offline must work without any other message. */
export const CUT_OFF = [/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, /WebSocket connection to .* failed/];

/** The code of a window or a part did not arrive; React reports what it caught. */
export const NO_CODE = [/Failed to fetch dynamically imported module/];

/** The server is gone while the network is on. */
export const SILENT = [
  /ERR_CONNECTION_(REFUSED|RESET|CLOSED)/,
  /ERR_SOCKET_NOT_CONNECTED/, // it went between the connection and the question
  /ERR_EMPTY_RESPONSE/,
  /WebSocket connection to .* failed/,
];

/** A refused call is an error in the browser's console, whatever the page does with it. */
export function refusedWith(...statuses: readonly number[]): RegExp[] {
  return statuses.flatMap((status) => [new RegExp(`status of ${status} `), new RegExp(`^answer ${status} to POST`)]);
}

export function watchForTrouble(context: BrowserContext): Trouble {
  const expected: RegExp[] = [];
  const all: string[] = [];
  const note = (page: Page | null | undefined, text: string) =>
    all.push(page ? `${text} (at ${new URL(page.url()).pathname})` : text);
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text() === BLOCKED_WORKER) return;
    note(message.page(), `console ${message.type()}: ${message.text()} ${message.location().url}`);
  };
  const onError = (error: WebError) => note(error.page(), `exception: ${String(error.error())}`);
  const onFailed = (request: Request) => {
    const why = request.failure()?.errorText ?? '';
    // The page itself cancelled it: another page was opened, or the answer is no longer needed.
    if (why !== 'net::ERR_ABORTED') all.push(`request failed: ${request.method()} ${request.url()} ${why}`);
  };
  const onAnswer = (response: Response) => {
    if (response.status() < 400) return;
    all.push(`answer ${response.status()} to ${response.request().method()} ${response.url()}`);
  };
  context.on('console', onConsole).on('weberror', onError).on('requestfailed', onFailed).on('response', onAnswer);
  return {
    get seen() {
      return all.filter((text) => !expected.some((pattern) => pattern.test(text)));
    },
    expectTrouble: (...patterns) => expected.push(...patterns),
    watchNoMore: () =>
      void context
        .off('console', onConsole)
        .off('weberror', onError)
        .off('requestfailed', onFailed)
        .off('response', onAnswer),
  };
}

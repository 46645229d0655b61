/**
 * What must not happen while somebody uses the site: console errors and warnings (the browser reports breaches of the
 * content security policy there too), uncaught exceptions, failed requests, answers of 400 and more.
 *
 * Called by the journey fixture for every browser context. A journey that provokes trouble says so with `expectTrouble`.
 */
import type { BrowserContext, ConsoleMessage, Page, Request, Response, WebError } from '@playwright/test';

export interface Trouble {
  /** What was seen and not expected, in words. */
  readonly seen: readonly string[];
  /** From now on trouble that matches one of these is part of the journey. */
  readonly expectTrouble: (...patterns: readonly RegExp[]) => void;
  /** The journey is over: what comes from now on is nobody's. */
  readonly watchNoMore: () => void;
}

/** The network is gone: what a browser says then, as a page that is cut off must still work without one more word. */
export const CUT_OFF = [/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, /WebSocket connection to .* failed/];

/** The server is gone while the network is there. */
export const SILENT = [
  /ERR_CONNECTION_(REFUSED|RESET|CLOSED)/,
  /ERR_SOCKET_NOT_CONNECTED/, // it went between the connection and the question
  /ERR_EMPTY_RESPONSE/,
  /WebSocket connection to .* failed/,
];

/** A call that the server refuses is an error to the browser's console, whatever the page makes of it. */
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
    note(message.page(), `console ${message.type()}: ${message.text()} ${message.location().url}`);
  };
  const onError = (error: WebError) => note(error.page(), `exception: ${String(error.error())}`);
  const onFailed = (request: Request) => {
    const why = request.failure()?.errorText ?? '';
    // The page itself let go of it: another page was opened, or nobody waits for the answer any more.
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

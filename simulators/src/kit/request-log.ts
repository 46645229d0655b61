/**
 * The requests that the services got, newest last, so that a test can assert what the site sent and how often. Bounded: the oldest entries fall out.
 * Written by kit/service.ts, read through the control API. Web API keys, access tokens and sign-ins are not kept.
 */

export interface LoggedRequest {
  readonly atMs: number;
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Request body as text, cut at 2,000 characters; empty when there was none. */
  body: string;
  readonly origin: string | null;
  readonly referer: string | null;
  /** Null while unanswered, as a hanging request looks. */
  status: number | null;
}

const CAPACITY = 1_000;
const SECRET_PARAMETERS = new Set(['key', 'access_token']);

export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: Omit<LoggedRequest, 'query'> & { url: string }): LoggedRequest {
    const { url, ...rest } = entry;
    const logged = { ...rest, query: readQuery(url) };
    this.#entries.push(logged);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    return logged;
  }

  /** Entries of one service or of all, at most the `limit` newest of them, oldest first. */
  list({ service, limit = CAPACITY }: { service?: string | undefined; limit?: number | undefined } = {}) {
    return this.#entries.filter((entry) => service === undefined || entry.service === service).slice(-limit);
  }

  clear(): void {
    this.#entries = [];
  }
}

function readQuery(url: string): Record<string, string> {
  const mark = url.indexOf('?');
  if (mark < 0) return {};
  const pairs = [...new URLSearchParams(url.slice(mark + 1))];
  return Object.fromEntries(pairs.map(([name, value]) => [name, SECRET_PARAMETERS.has(name) ? '(not kept)' : value]));
}

/**
 * All calls to the server: `ask` for queries, `send` for commands, both typed by the contract.
 *
 * A command carries an Idempotency-Key that is the same for every attempt of one user action, so an attempt whose answer was lost is retried
 * without a second effect. A failure is always an `ApiRefusal`.
 */
import type { SuccessResponse, Endpoint, CommandEndpoint, QueryEndpoint } from '@fairpot/contract/wire/call';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import { refusalOfWire, refusalText, type RefusalCode } from '@fairpot/contract/wire/refusals';
import { POSITION_HEADER, SEQ_HEADER } from '@fairpot/contract/wire/position';
import { noteQuery } from './covered.ts';
import { currentPosition, reachPosition } from './position.ts';
import { messages } from '../../messages.ts';
import { pause } from '../page/pause.ts';

/** An attempt without an answer after this time counts as lost. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** Delays before the second, third and fourth attempt. */
export const RETRY_WAITS_MS = [400, 1_200, 3_000] as const;
/** No attempt begins later than this after the press: a stake must not arrive when its player no longer expects it. */
const ATTEMPTS_WITHIN_MS = 10_000;

interface RefusalParts {
  readonly code?: RefusalCode | undefined;
  /** The wire's `message`. */
  readonly message: string;
  /** The text shown to the user. */
  readonly text: string;
  readonly details?: Readonly<Record<string, string | number>>;
  readonly requestId?: string;
  /** HTTP status; 0 if no answer came, so the effect of a command is unknown. */
  readonly status: number;
}

/** A failed call, whether the server, a proxy or the network failed it. */
export class ApiRefusal extends Error {
  readonly code: RefusalCode | undefined;
  readonly text: string;
  readonly details: Readonly<Record<string, string | number>>;
  readonly requestId: string;
  readonly status: number;

  constructor(parts: RefusalParts) {
    super(parts.message);
    this.name = 'ApiRefusal';
    this.code = parts.code;
    this.text = parts.text;
    this.details = parts.details ?? {};
    this.requestId = parts.requestId ?? '';
    this.status = parts.status;
  }
}

/** True for the failures that no toast shows (spec 8): 'Forbidden resource' and every 401. */
export function isSilent(error: unknown): boolean {
  return error instanceof ApiRefusal && (error.message === 'Forbidden resource' || error.status === 401);
}

/** True if no answer came or the server could not reach a dependency: the same call may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiRefusal && [0, 502, 503, 504].includes(error.status);
}

/** The text of any thrown value: a refusal's own, else 'Error' (spec 8). */
export function textOfError(error: unknown): string {
  return error instanceof ApiRefusal ? error.text : messages.toast.errorTitle;
}

/** A new key for one user action: 128 random bits in hex. Works without a secure context, unlike randomUUID. */
export function newActionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Runs a query. Lost attempts are repeated; rejects with `ApiRefusal`, or with the signal's reason when aborted. */
export function ask<C extends QueryEndpoint>(query: C, input: InputOf<C>, options: { signal?: AbortSignal } = {}) {
  return attempt<OutputOf<C>>(() => once(query, input, undefined, options.signal), options.signal);
}

/** Runs a command. `key` names the user action: pass the same one to repeat an action whose outcome is unknown. */
export function send<C extends CommandEndpoint>(command: C, input: InputOf<C>, options: { key?: string } = {}) {
  const key = options.key ?? newActionKey();
  return attempt<OutputOf<C>>(() => once(command, input, key, undefined), undefined);
}

async function attempt<T>(run: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<T> {
  const startedAt = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      // The server serialises its answer from the schema this type is inferred from, and ships with this page.
      return (await run()) as T;
    } catch (error) {
      const wait = RETRY_WAITS_MS[tries];
      const late = performance.now() - startedAt > ATTEMPTS_WITHIN_MS;
      if (signal?.aborted || wait === undefined || late || !isRetryable(error)) throw error;
      await pause(wait);
    }
  }
}

/**
 * True if no answer came, if the server closed an idle connection just as the request went out (408, which leaves the request unread), or if an
 * earlier attempt with the same key is still in progress.
 */
function isRetryable(error: unknown): boolean {
  return error instanceof ApiRefusal && ([0, 408].includes(error.status) || error.code === 'KEY_IN_FLIGHT');
}

async function once(call: Endpoint, input: unknown, key: string | undefined, signal: AbortSignal | undefined) {
  const sent = exchange(call, input, key, signal);
  if (call.kind === 'query') noteQuery(sent.then(({ answer, seq }) => (isAnswer(answer) ? seq : undefined)));
  const { status, answer } = await sent;
  if (isAnswer(answer)) return answer.response;
  throw refusalOf(status, answer);
}

interface Exchange {
  readonly status: number;
  readonly answer: unknown;
  readonly seq: string | null;
}

/** One request and its answer, whatever it says. Rejects if there is none. */
async function exchange(
  call: Endpoint,
  input: unknown,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  const { url, body } = requestOf(call, input);
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const request: RequestInit = {
    method: call.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(call.kind === 'query' && currentPosition() > 0 ? { [POSITION_HEADER]: String(currentPosition()) } : {}),
    },
    ...(body === undefined ? {} : { body }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  try {
    const reply = await (takeEarly(call, url) ?? fetch(url, request));
    reachPosition(Number(reply.headers.get(POSITION_HEADER)));
    return { status: reply.status, answer: await readJson(reply), seq: reply.headers.get(SEQ_HEADER) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiRefusal({ message: 'Network Error', text: messages.network.unreachable, status: 0 });
  }
}

/** How long an early answer serves: the first screen asks at once, and a later one wants a newer answer. */
export const EARLY_MS = 5_000;

let early = { answers: new Map<string, Promise<Response>>(), until: 0 };

/** Answers of queries that the page's first script sent before this code had arrived, by URL. Each is used once. */
export function keepEarly(answers: ReadonlyMap<string, Promise<Response>>): void {
  early = { answers: new Map(answers), until: performance.now() + EARLY_MS };
}

/** None after this page has seen something newer. A lost one is asked for again, as any query. */
function takeEarly({ kind }: Endpoint, url: string): Promise<Response> | undefined {
  if (kind !== 'query' || currentPosition() > 0 || performance.now() > early.until) return undefined;
  const answer = early.answers.get(url);
  early.answers.delete(url);
  return answer;
}

/** The body as JSON, or null if it is not JSON. A truncated body rejects like a lost connection. */
async function readJson(reply: Response): Promise<unknown> {
  const text = await reply.text();
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

function isAnswer(value: unknown): value is SuccessResponse<unknown> {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'success') === true;
}

/** The refusal in an unsuccessful answer: our envelope if it is one, else the HTTP status of a proxy. */
export function refusalOf(status: number, answer: unknown): ApiRefusal {
  const fields = typeof answer === 'object' && answer !== null ? answer : {};
  const read = (name: string): unknown => Reflect.get(fields, name);
  const message = read('message');
  if (typeof message !== 'string' || message === '') {
    const plain = `Request failed with status code ${status}`;
    return new ApiRefusal({ message: plain, text: messages.toast.errorTitle, status });
  }
  const details = detailsOf(read('details'));
  const code = refusalOfWire(message);
  const text = read('text');
  const requestId = read('requestId');
  return new ApiRefusal({
    code,
    message,
    text: code ? refusalText(code, details) : typeof text === 'string' && text !== '' ? text : message,
    details,
    requestId: typeof requestId === 'string' ? requestId : '',
    status,
  });
}

function detailsOf(value: unknown): Record<string, string | number> {
  if (typeof value !== 'object' || value === null) return {};
  const plain = Object.entries(value).filter(([, v]) => typeof v === 'string' || typeof v === 'number');
  return Object.fromEntries(plain);
}

/**
 * URL and body of a call: `:name` path parts come from the input; the rest is the query string of a GET or the JSON body of a POST. Undefined
 * fields are omitted. Throws if a path parameter is missing, which is a bug.
 */
export function requestOf(call: Pick<Endpoint, 'method' | 'path'>, input: unknown): { url: string; body?: string } {
  const rest = new Map(Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined));
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`${call.path} needs ${name}`);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (call.method === 'POST') return { url: `/api${path}`, body: JSON.stringify(Object.fromEntries(rest)) };
  const search = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return { url: `/api${path}${search ? `?${search}` : ''}` };
}

/**
 * A client of a site's calls and live topics, typed by the calls it is made with (scripts/packages.mjs writes them from the contract). A command carries
 * one idempotency key over all of its tries, so a try whose answer was lost is repeated without a second effect.
 */
import { randomUUID } from 'node:crypto';
import { POSITION_HEADER } from '@fairpot/contract/wire/position';
import { followTopics, type FactShapes, type Following, type TopicListener } from './live.ts';
import { limitsOf, type LimitState } from './limits.ts';
import { FairpotRefusal, refusalOf } from './refusal.ts';

/** Input and output of each call, by its name. */
export type CallShapes<C> = { readonly [N in keyof C]: { readonly input: unknown; readonly output: unknown } };

/** Where each call is made. */
export type CallTable<C> = {
  readonly [N in keyof C]: readonly [method: 'GET' | 'POST', path: string, kind: 'query' | 'command'];
};

export interface ClientOptions {
  /** Address of the site: `https://fairpot.example`. */
  readonly site: string;
  /** An API key of a player; without one, public queries and topics alone. */
  readonly key?: string;
  /** Pauses before the second and later tries, ms. A site that asks for a longer pause gets it, up to `maxWaitMs`. */
  readonly retryWaitsMs?: readonly number[];
  readonly maxWaitMs?: number;
  /** A try without an answer after this time counts as lost. */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  /** Names the action: to repeat one whose outcome is unknown, pass the key of before. Made for each call by default. */
  readonly idempotencyKey?: string;
}

type CallArguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

export interface FairpotClient<C extends CallShapes<C>, F extends FactShapes> {
  /** Makes a call. Throws FairpotRefusal. */
  call<N extends keyof C & string>(name: N, ...args: CallArguments<C[N]['input']>): Promise<C[N]['output']>;
  /** Follows live topics; reconnects by itself. */
  follow<T extends keyof F & string>(topics: readonly T[], listener: TopicListener<F, T>): Following;
  /** The rate limits as of the last answer; empty without a key. */
  readonly limits: readonly LimitState[];
}

const RETRY_WAITS_MS = [400, 1_200, 3_000];
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 15_000;

export function makeClient<C extends CallShapes<C>, F extends FactShapes>(
  table: CallTable<C>,
  options: ClientOptions,
): FairpotClient<C, F> {
  const { site, key, retryWaitsMs = RETRY_WAITS_MS, maxWaitMs = MAX_WAIT_MS, timeoutMs = TIMEOUT_MS } = options;
  let limits: readonly LimitState[] = [];
  /** What this client has done or seen: the site answers its queries with nothing older. */
  let position = 0;
  const reach = (next: number) => {
    if (next > position) position = next;
  };

  async function once(name: keyof C & string, input: object, idempotencyKey: string | null) {
    const [method, template, kind] = table[name];
    const { url, body } = requestOf(site, method, template, input);
    let status: number;
    let headers: Headers;
    let text: string;
    try {
      const reply = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== null && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
          ...(kind === 'query' && position > 0 && { [POSITION_HEADER]: String(position) }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      ({ status, headers } = reply);
      text = await reply.text();
    } catch {
      throw new FairpotRefusal({ text: `no answer from ${site}`, status: 0 });
    }
    limits = limitsOf(headers.get('ratelimit'));
    reach(Number(headers.get(POSITION_HEADER)));
    const answer = jsonOf(text) as { success?: unknown; response?: unknown } | null;
    if (answer?.success === true) return answer.response;
    throw refusalOf(status, answer, headers.get('retry-after'));
  }

  return {
    get limits() {
      return limits;
    },
    async call(name, ...[input, { idempotencyKey } = {}]) {
      const [, , kind] = table[name];
      const action = kind === 'command' ? (idempotencyKey ?? randomUUID()) : null;
      for (let tries = 0; ; tries++) {
        try {
          // The site serialises its answer by the schema that this type is written from.
          return await once(name, input ?? {}, action);
        } catch (error) {
          const wait = retryWaitsMs[tries];
          if (!(error instanceof FairpotRefusal) || !error.isTemporary || wait === undefined) throw error;
          const waitMs = Math.max(wait, error.retryAfterMs ?? 0);
          if (waitMs > maxWaitMs) throw error;
          await new Promise((resolve) => setTimeout(resolve, waitMs));
        }
      }
    },
    follow: (topics, listener) => followTopics<F, (typeof topics)[number]>({ site, key, reach }, topics, listener),
  };
}

/** `:name` parts of the path come from the input; the rest is the query string of a GET or the JSON body of a POST. */
function requestOf(
  site: string,
  method: string,
  template: string,
  input: object,
): { url: string; body: string | null } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown = rest.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`${template} needs ${name}`);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const url = new URL(`/api${path}`, site);
  if (method === 'POST') return { url: url.href, body: JSON.stringify(Object.fromEntries(rest)) };
  for (const [name, value] of rest) url.searchParams.set(name, String(value));
  return { url: url.href, body: null };
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

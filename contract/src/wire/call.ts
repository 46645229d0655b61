/**
 * The client side of a call: its name, method and path. A feature's calls.ts declares it; its schemas.ts adds the
 * server side (schemas, permission, limit), so that clients carry no schemas.
 *
 * The types of input and output are found by the call's name in the list of all calls (registry/call-types.ts): a
 * client cannot make a call that is not listed there, because its input has the type `never`.
 */

export type Method = 'GET' | 'POST';

/** Length of the reason of an act of staff, in characters, without the blanks around it. */
export const REASON_MIN_LENGTH = 3;
export const REASON_MAX_LENGTH = 300;

interface EndpointBase<N extends string> {
  /** Unique, dotted: 'jackpot.enter'. Names the call in logs, receipts and OpenAPI. */
  readonly name: N;
  /** Path below /api, with `:name` parameters: '/fair/round/:id'. */
  readonly path: string;
}

/** A call that changes something. */
export interface CommandEndpoint<N extends string = string> extends EndpointBase<N> {
  readonly kind: 'command';
  readonly method: 'POST';
}

/** A call that only reads. */
export interface QueryEndpoint<N extends string = string> extends EndpointBase<N> {
  readonly kind: 'query';
  readonly method: Method;
}

/** Where a call is made. */
export type Endpoint = CommandEndpoint | QueryEndpoint;

/** The endpoint of a command: POST, idempotent by `Idempotency-Key`. */
// @__NO_SIDE_EFFECTS__
export function commandAt<N extends string>(name: N, path: string): CommandEndpoint<N> {
  return { kind: 'command', name, method: 'POST', path };
}

/** The endpoint of a query: GET unless the spec says POST. */
// @__NO_SIDE_EFFECTS__
export function queryAt<N extends string>(name: N, path: string, method: Method = 'GET'): QueryEndpoint<N> {
  return { kind: 'query', name, method, path };
}

/** The envelope of a successful response. */
export interface SuccessResponse<T> {
  readonly success: true;
  readonly response: T;
}

/** The envelope of a refusal. `message` is `REFUSALS[code].wire`, `text` is for people. */
export interface RefusalResponse {
  readonly success: false;
  readonly message: string;
  readonly text: string;
  readonly details: Readonly<Record<string, string | number>>;
  readonly requestId: string;
}

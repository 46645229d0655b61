/**
 * The shape of a call: how a feature's file in this room declares its commands and queries.
 *
 * The server binds each to a handler (a call without one fails the build), OpenAPI is generated from them, and the
 * client's `send` / `ask` are typed by them. Input objects are strict: an unknown field is refused.
 */
import { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { RefusalCode } from './refusals.ts';

export type Method = 'GET' | 'POST';

interface CallBase<I extends z.ZodType, O extends z.ZodType> {
  /** Unique, dotted: 'jackpot.enter'. Names the call in logs, receipts and OpenAPI. */
  readonly name: string;
  /** Path below /api, with `:name` parameters: '/fair/round/:id'. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** Path parameters, query string (GET) and JSON body (POST) merged into one strict object. */
  readonly input: I;
  /** What `response` carries. */
  readonly output: O;
  /** What this call can refuse beyond what every call can. */
  readonly refusals: readonly RefusalCode[];
  /** At most `max` calls in `perMs` per person (per address when signed out). */
  readonly limit: { readonly max: number; readonly perMs: number };
}

export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CallBase<I, O> {
  readonly kind: 'command';
  readonly method: 'POST';
}

export interface Query<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CallBase<I, O> {
  readonly kind: 'query';
  readonly method: Method;
}

export type Call = Command | Query;
export type InputOf<C extends Call> = z.infer<C['input']>;
export type OutputOf<C extends Call> = z.infer<C['output']>;

type Declared<C extends Call> = Omit<C, 'kind' | 'method' | 'limit' | 'refusals'> &
  Partial<Pick<C, 'limit' | 'refusals' | 'method'>>;

/** A call that changes something: POST, idempotent by `Idempotency-Key`, one transaction. 30 in 10 s by default. */
export function command<I extends z.ZodType, O extends z.ZodType>(c: Declared<Command<I, O>>): Command<I, O> {
  return { limit: { max: 30, perMs: 10_000 }, refusals: [], ...c, kind: 'command', method: 'POST' };
}

/** A call that only reads: GET unless the spec says POST. 120 in 10 s by default. */
export function query<I extends z.ZodType, O extends z.ZodType>(c: Declared<Query<I, O>>): Query<I, O> {
  return { limit: { max: 120, perMs: 10_000 }, refusals: [], method: 'GET', ...c, kind: 'query' };
}

/** Input of a call that takes nothing. */
export const Nothing = z.strictObject({});

/** The envelope of a good answer. */
export interface Answer<T> {
  readonly success: true;
  readonly response: T;
}

/** The envelope of a refusal. `message` is `REFUSALS[code].wire`, `text` is for people. */
export interface RefusalAnswer {
  readonly success: false;
  readonly message: string;
  readonly text: string;
  readonly details: Readonly<Record<string, string | number>>;
  readonly requestId: string;
}

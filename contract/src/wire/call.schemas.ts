/**
 * The server side of a call: its endpoint (`...feature.call`, from the feature's calls.ts), its input and output, its
 * permission and its rate limit.
 *
 * The server binds each call to a handler (a call without one fails the build), and OpenAPI is generated from them.
 * Input objects are strict: an unknown field is refused.
 */
import { z } from 'zod';
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH, type CommandEndpoint, type QueryEndpoint } from './call.ts';
import type { ApiScope, Permission } from './permissions.ts';
import type { RefusalCode } from './refusals.ts';

interface CallTerms<I extends z.ZodType, O extends z.ZodType> {
  readonly summary: string;
  readonly permission: Permission;
  /**
   * For permission 'play': a player who is closing their account may still make this call, because it gets them out.
   */
  readonly whileClosing?: true;
  /**
   * The scope that an API key needs for this call; null (the default): no key can make it, unless the call is a public
   * query, which every key can make as anyone can.
   */
  readonly scope: ApiScope | null;
  /** Path parameters, query string (GET) and JSON body (POST) merged into one strict object. */
  readonly input: I;
  /** What `response` carries. */
  readonly output: O;
  /** Refusals of this call besides those of every call. */
  readonly refusals: readonly RefusalCode[];
  /** At most `max` calls in `perMs` per person (per address when signed out). */
  readonly limit: { readonly max: number; readonly perMs: number };
  /**
   * For a command: it is an act of staff, and the runner makes sure that it writes at least one row to the audit log,
   * in its own transaction (server/src/platform/runner/staff-acts.ts). The reason is the input's `why`: see
   * `StaffReason`.
   */
  readonly act: boolean;
  /**
   * The code that a staff sign-in needs where codes are required (always in live): `session`, a code of the
   * authenticator in this session; `fresh`, one within the last STAFF_CODE_FRESH_MS (for money and roles); `none`, for
   * the calls that enter a code. Only read for calls with staff permissions.
   */
  readonly code: 'session' | 'fresh' | 'none';
}

export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, N extends string = string>
  extends CommandEndpoint<N>, CallTerms<I, O> {}

export interface Query<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, N extends string = string>
  extends QueryEndpoint<N>, CallTerms<I, O> {}

export type Call = Command | Query;

/** A query of staff about one player, by the id in its path: of a player who does not exist it is refused with NO_PLAYER. */
export const isAboutPlayer = ({ path }: Call): boolean => path.includes('/:userId');

export type CallInput<C extends Call> = z.infer<C['input']>;
export type CallOutput<C extends Call> = z.infer<C['output']>;

type DefaultedField = 'kind' | 'method' | 'limit' | 'refusals' | 'act' | 'code' | 'scope';
type CallDeclaration<C extends Call> = Omit<C, DefaultedField> & Partial<Pick<C, DefaultedField>>;

/** A call that changes something: POST, idempotent by `Idempotency-Key`, one transaction. 30 in 10 s by default. */
export function command<I extends z.ZodType, O extends z.ZodType, N extends string>(
  c: CallDeclaration<Command<I, O, N>>,
): Command<I, O, N> {
  return {
    limit: { max: 30, perMs: 10_000 },
    refusals: [],
    act: false,
    code: 'session',
    scope: null,
    ...c,
    kind: 'command',
    method: 'POST',
  };
}

/** A call that only reads: GET unless the spec says POST. 120 in 10 s by default. */
export function query<I extends z.ZodType, O extends z.ZodType, N extends string>(
  c: CallDeclaration<Query<I, O, N>>,
): Query<I, O, N> {
  return {
    limit: { max: 120, perMs: 10_000 },
    refusals: [],
    act: false,
    code: 'session',
    scope: null,
    method: 'GET',
    ...c,
    kind: 'query',
  };
}

/**
 * Valid input of any call: PostgreSQL can store and compare every text and field name in it. The runner checks every
 * input with it before the call's own schema.
 */
export const Storable = z.unknown().superRefine((input, context) => {
  const path = unstorableIn(input);
  const message = 'a text with NUL or an unpaired surrogate cannot be stored';
  if (path) context.addIssue({ code: 'custom', message, path });
});

/** PostgreSQL cannot store NUL or an unpaired surrogate. */
const isStorable = (text: string) => !/\p{Surrogate}/u.test(text) && !text.includes('\0');

/** Path of the first text that cannot be stored; null when all can be. */
function unstorableIn(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return [];
    const path = unstorableIn(inner);
    if (path) return [name, ...path];
  }
  return null;
}

/** Input of a call that takes nothing. */
export const NoInput = z.strictObject({});

/** Why staff act: the field `why` of each act that affects a player or the site. Written to the audit log. */
export const StaffReason = z.string().trim().min(REASON_MIN_LENGTH).max(REASON_MAX_LENGTH);

/**
 * The calls of the contract as HTTP routes: one per binding, input merged, answer wrapped in the envelope. http.ts registers them below /api.
 * Invariant: HTTP adds nothing to a call; it identifies the caller, passes the input on and writes the answer.
 */
import type { SuccessResponse, RefusalResponse } from '@fairpot/contract/wire/call';
import type { Call } from '@fairpot/contract/wire/call.schemas';
import { POSITION_HEADER, POSITION_KEPT_S, SEQ_HEADER } from '@fairpot/contract/wire/position';
import { REFUSALS } from '@fairpot/contract/wire/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerSchema } from './answer-schema.ts';
import type { Runner } from '../runner/command.ts';
import { DatabaseUnavailable } from '../database/db.ts';
import type { Deps } from '../process/deps.ts';
import type { LimitState } from '../runner/feature.ts';
import type { Log } from '../process/ports.ts';
import { Refused, refuse } from '../runner/refused.ts';
import { positionCookie, type CookieSpec } from './session.ts';

export interface CallsParts {
  readonly runner: Runner;
  readonly deps: Pick<Deps, 'config' | 'reads'>;
  /** Facts up to this `seq` are committed. */
  readonly seq: () => string;
}

/** Registers a route per binding. System calls have none. */
export function registerCalls(http: FastifyInstance, { runner, deps: { config, reads }, seq }: CallsParts): void {
  const position = positionCookie(config);
  for (const { call } of runner.bindings.values()) {
    if (call.permission !== 'system') registerCall(http, { runner, call, reads, seq, position });
  }
}

interface CallParts {
  readonly runner: Runner;
  readonly call: Call;
  readonly reads: Deps['reads'];
  readonly seq: CallsParts['seq'];
  readonly position: CookieSpec;
}

function registerCall(http: FastifyInstance, { runner, call, reads, seq, position }: CallParts): void {
  http.route({
    method: call.method,
    url: call.path,
    schema: { response: { 200: answerSchema(call.output) } },
    handler: async (request, reply): Promise<SuccessResponse<unknown>> => {
      const { keyActor, session } = request;
      // Read before the query. An answer of a replica may be older.
      if (call.kind === 'query' && reads.replica === null) void reply.header(SEQ_HEADER, seq());
      const response = await runner.execute(call, keyActor ?? session?.actor ?? null, inputOf(request), {
        key: call.kind === 'command' ? keyOf(request) : null,
        requestId: request.id,
        address: request.address,
        after: positionIn(request, position.name),
        ...(keyActor !== null && { onLimits: (limits) => reportLimits(reply, limits) }),
      });
      if (call.kind === 'command' && reads.position !== null) sendPosition(reply, position, reads.position);
      return { success: true, response };
    },
  });
}

/** For the page that asked by header, for the player's other pages by cookie. Commands alone: a query's answer sets no cookie. */
function sendPosition(reply: FastifyReply, { name, options }: CookieSpec, position: number): void {
  void reply.header(POSITION_HEADER, String(position));
  void reply.setCookie(name, String(position), { ...options, maxAge: POSITION_KEPT_S });
}

/** What the caller has seen or done is below this position; 0 when it names none. */
function positionIn({ headers, cookies }: FastifyRequest, cookie: string): number {
  const named = [headers[POSITION_HEADER], cookies[cookie]];
  return Math.max(0, ...named.map((text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0)));
}

/** Headers of the IETF draft (ratelimit-headers-10): what a program may do, and what is left of it. */
function reportLimits(reply: FastifyReply, limits: readonly LimitState[]): void {
  const policies = limits.map(({ name, max, perMs }) => `"${name}";q=${max};w=${perMs / 1000}`);
  const states = limits.map(({ name, left, seconds }) => `"${name}";r=${left};t=${seconds}`);
  void reply.header('ratelimit-policy', policies.join(', ')).header('ratelimit', states.join(', '));
}

/** Merges path parameters over the body (POST) or query string (GET). A body that is a list or a bare value is refused. */
function inputOf(request: FastifyRequest): unknown {
  const sent = request.method === 'GET' ? request.query : (request.body ?? {});
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return { ...sent, ...(request.params as object) };
}

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  return refuse('BAD_INPUT', { detail: 'Idempotency-Key is 1 to 255 printable characters' });
}

/** Turns every failure below /api into the envelope of a refusal. Bugs are logged in full and answered as INTERNAL. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const refused = asRefused(error);
  if (refused.code === 'INTERNAL') log.error({ err: error, requestId: request.id, url: request.url }, 'call failed');
  if (refused.code === 'UNAVAILABLE') void reply.header('retry-after', '1');
  if (refused.code === 'RATE_LIMITED') void reply.header('retry-after', String(refused.details['seconds'] ?? 1));
  if (refused.code === 'API_KEY_UNKNOWN') void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  if (refused.code === 'API_KEY_SCOPE') void reply.header('www-authenticate', 'Bearer error="insufficient_scope"');
  const { status, wire } = REFUSALS[refused.code];
  const answer: RefusalResponse = {
    success: false,
    message: wire,
    text: refused.message,
    details: refused.details,
    requestId: request.id,
  };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** The refusal that an error is answered with. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof DatabaseUnavailable) return new Refused('UNAVAILABLE');
  if (error instanceof SyntaxError) return new Refused('BAD_INPUT', { detail: error.message.slice(0, 200) });
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new Refused('TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refused('BAD_INPUT', { detail: 'send application/json' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refused('BAD_INPUT', { detail: 'this is not a request the server understands' });
  }
  return new Refused('INTERNAL');
}

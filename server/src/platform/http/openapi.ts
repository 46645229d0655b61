/**
 * GET /api/openapi.json: an OpenAPI 3.1 document generated from the calls of this server, so it is never out of date. zod describes the schemas;
 * refusals, permissions and idempotency keys are our own and no generator knows them (decision 0058).
 */
import { API_KEY_LIMIT } from '@fairpot/contract/keys/calls';
import { isAboutPlayer, type Call } from '@fairpot/contract/wire/call.schemas';
import { PERMISSIONS } from '@fairpot/contract/wire/permissions';
import { REFUSALS } from '@fairpot/contract/wire/refusals';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;
interface ObjectSchema extends Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

export function openApi(calls: readonly Call[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls.filter((c) => c.permission !== 'system')) {
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fairpot', version: '1.0.0', description: DESCRIPTION },
    paths,
    components: {
      schemas: { Refusal: REFUSAL },
      headers: HEADERS,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-fp_session' },
        key: { type: 'http', scheme: 'bearer', description: KEY },
      },
    },
  };
}

const DESCRIPTION =
  'Answers are {success: true, response} or {success: false, message, text, details, requestId}. ' +
  'POST requires application/json and, from a browser, the same origin. ' +
  'Over plain http the session cookie is named fp_session.';

const KEY =
  'An API key of a player, made on the profile. It makes public queries and the calls that name a scope it has: ' +
  '`read` sees own data, `play` stakes in games. No key deposits, withdraws, trades, changes settings or makes keys. ' +
  `All calls of a key: at most ${API_KEY_LIMIT.max} in ${API_KEY_LIMIT.perMs / 1000} s.`;

/** Of answers to a key (ratelimit-headers-10 of the IETF). */
const HEADERS: Json = {
  RateLimit: {
    description: 'What is left of each limit: "key";r=299;t=1, "call";r=29;t=1',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The limits: "key";q=300;w=60, "call";q=30;w=10', schema: { type: 'string' } },
};

const REFUSAL: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'Code of the refusal' },
    text: { type: 'string', description: 'What a person reads' },
    details: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    requestId: { type: 'string' },
  },
  required: ['success', 'message', 'text', 'details', 'requestId'],
};

function operation(call: Call): Json {
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as ObjectSchema;
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const body = call.method === 'POST' ? without(input, inPath) : null;
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.name.split('.')[0]],
    description:
      `Permission: ${call.permission}. ${call.scope === null ? '' : `Scope of an API key: ${call.scope}. `}` +
      `At most ${call.limit.max} calls in ${call.limit.perMs / 1000} s.`,
    parameters: parameters(call, input, inPath),
    ...(PERMISSIONS[call.permission] !== null && {
      security: [{ session: [] }, ...(call.scope === null ? [] : [{ key: [call.scope] }])],
    }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: responses(call),
  };
}

function parameters(call: Call, input: ObjectSchema, inPath: readonly string[]): Json[] {
  const fields = Object.entries(input.properties ?? {});
  const found = fields
    .filter(([name]) => inPath.includes(name) || call.method === 'GET')
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (input.required?.includes(name) ?? false),
      schema,
    }));
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } };
  return call.kind === 'command' ? [...found, key] : found;
}

function without(input: ObjectSchema, names: readonly string[]): ObjectSchema {
  const { $schema: _dialect, ...rest } = input;
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => !names.includes(name));
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    required: (input.required ?? []).filter((name) => !names.includes(name)),
  };
}

/** The refusals common to all calls, to signed-in calls, to those of an API key, to commands, and to queries about a player. */
function refusalsOf(call: Call): RefusalCode[] {
  const always: RefusalCode[] = ['BAD_INPUT', 'API_KEY_UNKNOWN', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'];
  const signedIn: RefusalCode[] =
    PERMISSIONS[call.permission] === null ? [] : ['SIGNED_OUT', 'FORBIDDEN', 'API_KEY_SCOPE'];
  const aged: RefusalCode[] = signedIn.length > 0 && call.permission !== 'session' ? ['AGE_UNCONFIRMED'] : [];
  const played: RefusalCode[] = call.scope === 'play' && call.permission === 'play' ? ['REALITY_CHECK'] : [];
  const posted: RefusalCode[] = call.method === 'POST' ? ['TOO_LARGE', 'FORBIDDEN'] : [];
  const keyed: RefusalCode[] = call.kind === 'command' ? ['KEY_REUSED', 'KEY_IN_FLIGHT'] : [];
  const about: RefusalCode[] = isAboutPlayer(call) ? ['NO_PLAYER'] : [];
  return [...new Set([...always, ...signedIn, ...aged, ...played, ...posted, ...keyed, ...about, ...call.refusals])];
}

function responses(call: Call): Json {
  const { $schema: _dialect, ...response } = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' });
  const answer = {
    type: 'object',
    properties: { success: { const: true }, response },
    required: ['success', 'response'],
  };
  const isForKeys = call.scope !== null || PERMISSIONS[call.permission] === null;
  const headers = Object.fromEntries(
    isForKeys ? Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]) : [],
  );
  const byStatus: Record<string, Json> = {
    '200': { description: 'Done', headers, content: { 'application/json': { schema: answer } } },
  };
  const codes = refusalsOf(call);
  for (const status of new Set(codes.map((code) => REFUSALS[code].status))) {
    const wires = codes.filter((code) => REFUSALS[code].status === status).map((code) => REFUSALS[code].wire);
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { message: { enum: wires } } }],
    };
    byStatus[String(status)] = {
      description: wires.join(', '),
      content: { 'application/json': { schema } },
    };
  }
  return byStatus;
}

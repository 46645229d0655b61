/** Requests of the fuzz test: the calls in the site's OpenAPI, unusual values, and how to send them. */
import { places, replaced, sampleOf, valueAt, type JsonSchema, type KnownText } from './schema.ts';

export interface FuzzOperation {
  readonly name: string;
  readonly method: 'get' | 'post';
  /** With `{name}` in place of a parameter. */
  readonly path: string;
  /** Path and query parameters and body fields, as one object. */
  readonly input: JsonSchema;
  /** The answers that the description allows: '200', or '400 ERR_BAD_INPUT'. */
  readonly answers: ReadonlySet<string>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  /** By status; a refusal's `allOf` ends with the list of its codes. */
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: DescribedAnswer }>> }>
  >;
}

interface DescribedAnswer {
  readonly allOf?: readonly { readonly properties?: { readonly message: { readonly enum: readonly string[] } } }[];
}

export async function operationsOf(url: string): Promise<FuzzOperation[]> {
  const answer = await fetch(`${url}/api/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, DescribedOperation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: described.operationId,
      method: method as FuzzOperation['method'],
      path,
      input: inputOf(described),
      answers: answersOf(described),
    })),
  );
}

function answersOf({ responses }: DescribedOperation): ReadonlySet<string> {
  return new Set(
    Object.entries(responses).flatMap(([status, { content }]) => {
      const codes = content['application/json']?.schema.allOf?.at(-1)?.properties?.message.enum;
      return codes === undefined ? [status] : codes.map((code) => `${status} ${code}`);
    }),
  );
}

function inputOf({ parameters, requestBody }: DescribedOperation): JsonSchema {
  const asked = parameters.filter((each) => each.in !== 'header');
  const body = requestBody?.content['application/json']?.schema;
  return {
    type: 'object',
    properties: { ...body?.properties, ...Object.fromEntries(asked.map(({ name, schema }) => [name, schema])) },
    required: [...(body?.required ?? []), ...asked.filter(({ required }) => required).map(({ name }) => name)],
  };
}

/** Edge values that replace a valid one. */
const NASTY: readonly unknown[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\uffff', '🎲', '\u202e', '%', '%00', '_', "' or 1=1 --", '\\', '\\u0000', '..'],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '__proto__',
    'constructor',
    '{}',
    '[]',
    'x'.repeat(301),
    'x'.repeat(5_000),
  ],
  ...[0, -0, -1, 1, 0.005, 0.1 + 0.2, -0.01, 1e-7, 1e15, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308],
  ...['0', '-1', '1e3', '0x10', '2147483648', '9223372036854775808', '1'.repeat(40), '08', '1.5'],
  ...[
    true,
    false,
    null,
    undefined,
    [],
    [[]],
    {},
    { a: 1 },
    ['x', 'x'],
    [1, 1],
    Array(500).fill('x'),
    Array(101).fill(1),
  ],
  ...['0.0.coinflip', '999999.plr_00000000000000000000000000.coinflip', '1970-01-01', '275760-09-13', '2026-02-30'],
];

/** The first values for every place of every call: what PostgreSQL cannot store, and values beyond its column ranges. */
const EDGES: readonly unknown[] = ['\0', '\ud800', 2 ** 31, '2147483648', Number.MAX_SAFE_INTEGER, ''];

const digits = (value: unknown, many: number, all: boolean) =>
  String(value).replace(all ? /\d+/gu : /\d+(?=\D*$)/u, '9'.repeat(many));

/** Mutations of a valid value: numbers in it, at its end or everywhere, that exceed a column's range. */
const BENT: readonly ((value: unknown) => unknown)[] = [
  ...[10, 9, 16, 15, 19].flatMap((many) => [false, true].map((all) => (value: unknown) => digits(value, many, all))),
  (value) => `${String(value)}.9999999999`,
  (value) => `${String(value)}0`,
  (value) => String(value).slice(1),
];

/**
 * Inputs of a call: a valid one, one without optional fields, one with each edge value in each place, and then, from `from` on, one with each nasty
 * value in one place after the other.
 */
export function* inputsOf({ input: schema }: FuzzOperation, known: KnownText, from = 0): Generator<unknown> {
  const fits = () => sampleOf(schema, known) as object;
  const only = (all: object, names: readonly unknown[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const needed = schema.required ?? [];
  yield fits();
  yield only(fits(), needed);
  for (const path of places(fits())) {
    const changes = [...EDGES.map((edge) => () => edge), ...BENT.slice(0, 4)];
    for (const change of changes) {
      const input = only(fits(), [...needed, path[0]]);
      yield replaced(input, path, change(valueAt(input, path)));
    }
  }
  for (let n = from; ; n += 1) {
    const input = n % 4 < 3 ? fits() : only(fits(), needed);
    const all = places(input);
    const path = all[(n * 7 + 3) % all.length];
    const nasty = NASTY[n % NASTY.length];
    const bent = BENT[Math.floor(n / 3) % BENT.length];
    if (path === undefined) yield { [`surplus${n}`]: nasty };
    else yield replaced(input, path, n % 3 === 0 && bent ? bent(valueAt(input, path)) : nasty);
  }
}

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** The request of an input: path fields in the path, those of a GET in the query string, others in the body. */
export function requestOf({ method, path }: FuzzOperation, value: unknown): FuzzRequest {
  const fields = Object.entries(value as object).filter(([, each]) => each !== undefined);
  const text = (each: unknown) => (typeof each === 'string' ? each : (JSON.stringify(each) ?? ''));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const filled = inPath.reduce((made, name) => {
    const found = text((value as Record<string, unknown>)[name]);
    return made.replace(`{${name}}`, encodeURIComponent(found.replace(/\p{Surrogate}/gu, '\ufffd')));
  }, path);
  const rest = fields.filter(([name]) => !inPath.includes(name));
  if (method === 'post') return { method: 'POST', path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams(rest.map(([name, each]): [string, string] => [name, text(each)]));
  return { method: 'GET', path: rest.length === 0 ? filled : `${filled}?${query.toString()}` };
}

export interface FuzzAnswer {
  readonly request: FuzzRequest;
  readonly status: number;
  /** The JSON of the answer; null if it is not JSON. */
  readonly answer: unknown;
}

export async function sentTo(url: string, request: FuzzRequest, cookie: string): Promise<FuzzAnswer> {
  const { method, path, body } = request;
  const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}${path}`, { method, headers, redirect: 'manual', ...(body && { body }) });
  const text = await answer.text();
  try {
    return { request, status: answer.status, answer: JSON.parse(text) as unknown };
  } catch {
    return { request, status: answer.status, answer: null };
  }
}

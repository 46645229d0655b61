/** The site's own OpenAPI document, as the reference shows it: groups of calls, schemas as short text, and a call that is tried. Pure. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly 'application/json': { readonly schema: JsonSchema };
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

/** A call of the reference. */
export interface ApiCall {
  readonly name: string;
  readonly group: string;
  readonly method: 'GET' | 'POST';
  /** With `{name}` parameters, below the site: '/api/coinflip/round/{id}'. */
  readonly path: string;
  readonly summary: string;
  /** `public`: no key needed. Null: no key can make it. */
  readonly access: 'public' | 'read' | 'play' | null;
  readonly operation: ApiOperation;
}

const STAFF = /^\/api\/admin\//;

/** The calls of players, in the order of their names. Those of staff are not for programs. */
export function callsOf({ paths }: ApiDocument): ApiCall[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    STAFF.test(path) ? [] : Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  );
  return calls.sort((a, b) => a.name.localeCompare(b.name));
}

function callOf(path: string, method: string, operation: ApiOperation): ApiCall {
  const { operationId: name, summary, tags, security } = operation;
  const scope = security?.flatMap(({ key }) => key ?? [])[0];
  const access = security === undefined ? 'public' : scope === 'read' || scope === 'play' ? scope : null;
  return { name, group: tags[0] ?? '', method: method === 'get' ? 'GET' : 'POST', path, summary, access, operation };
}

/** Calls whose name, path or summary has every word, by group. `all`: those that no key can make, too. */
export function groupsOf(calls: readonly ApiCall[], search: string, all: boolean): [string, ApiCall[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ApiCall[]>();
  for (const call of calls) {
    const text = `${call.name} ${call.path} ${call.summary}`.toLowerCase();
    if ((!all && call.access === null) || !words.every((word) => text.includes(word))) continue;
    groups.set(call.group, [...(groups.get(call.group) ?? []), call]);
  }
  return [...groups];
}

/** A schema as TypeScript would write it, with constraints behind it. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema['const']);
  const among = schema['enum'] as readonly unknown[] | undefined;
  if (among) return among.map((value) => JSON.stringify(value)).join(' | ');
  const either = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (either) return either.map((each) => schemaText(each, indent)).join(' | ');
  const { type } = schema;
  if (Array.isArray(type))
    return type.map((each: unknown) => schemaText({ ...schema, type: each }, indent)).join(' | ');
  if (type === 'array') return arrayText(schema, indent);
  if (type === 'object') return objectText(schema, indent);
  return `${typeof type === 'string' ? type : 'unknown'}${constraintsOf(schema)}`;
}

function arrayText(schema: JsonSchema, indent: string): string {
  const item = schemaText((schema['items'] ?? {}) as JsonSchema, indent);
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: JsonSchema, indent: string): string {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const { additionalProperties: others } = schema;
  if (fields.length === 0) {
    const value = typeof others === 'object' && others !== null ? schemaText(others as JsonSchema, indent) : null;
    return value === null ? '{}' : `{ [name]: ${value} }`;
  }
  const required = (schema['required'] ?? []) as readonly string[];
  const inner = `${indent}  `;
  const lines = fields.map(
    ([name, field]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaText(field, inner)}`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** Bounds of a number or text; a safe integer's own bounds say nothing. */
function constraintsOf({ minimum, maximum, maxLength }: JsonSchema): string {
  const isBound = (value: unknown) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const parts = [
    ...(isBound(minimum) ? [`from ${String(minimum)}`] : []),
    ...(isBound(maximum) ? [`to ${String(maximum)}`] : []),
    ...(isBound(maxLength) ? [`at most ${String(maxLength)} characters`] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(' ')})`;
}

/** What a successful answer carries in `response`. */
export function responseOf({ responses }: ApiOperation): JsonSchema {
  const schema = responses['200']?.content['application/json'].schema;
  return (schema?.['properties'] as Record<string, JsonSchema> | undefined)?.['response'] ?? {};
}

/** Refusals by HTTP status. */
export function refusalsOf({ responses }: ApiOperation): [status: string, codes: string][] {
  return Object.entries(responses).flatMap(([status, { description }]): [string, string][] =>
    status === '200' ? [] : [[status, description]],
  );
}

/** A body to begin with: every required field, with a value of its type. */
export function sampleOf(schema: JsonSchema): unknown {
  if ('const' in schema) return schema['const'];
  const choice = ((schema['enum'] ?? schema['anyOf'] ?? schema['oneOf']) as readonly unknown[] | undefined)?.[0];
  if (choice !== undefined) return 'enum' in schema ? choice : sampleOf(choice as JsonSchema);
  if (schema['type'] === 'array') return [sampleOf((schema['items'] ?? {}) as JsonSchema)];
  if (schema['type'] === 'integer' || schema['type'] === 'number') return 1;
  if (schema['type'] === 'boolean') return true;
  if (schema['type'] !== 'object') return '';
  const required = (schema['required'] ?? []) as readonly string[];
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(fields.filter(([name]) => required.includes(name)).map(([name, s]) => [name, sampleOf(s)]));
}

/** The address of a call with these parameters; empty ones are left out of the query string. */
export function addressOf({ path, operation }: ApiCall, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = operation.parameters.filter(({ name, in: place }) => place === 'query' && (values[name] ?? '') !== '');
  const search = new URLSearchParams(query.map(({ name }) => [name, values[name] ?? ''])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

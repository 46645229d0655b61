import { describe, expect, test } from 'vitest';
import {
  addressOf,
  callsOf,
  groupsOf,
  refusalsOf,
  responseOf,
  sampleOf,
  schemaText,
  type ApiDocument,
  type JsonSchema,
} from './openapi.ts';

const content = (schema: JsonSchema) => ({ 'application/json': { schema } });
const answer = (response: JsonSchema) => ({ description: 'Done', content: content({ properties: { response } }) });
const operation = (operationId: string, security?: Readonly<Record<string, readonly string[]>>[]) => ({
  operationId,
  summary: `Does ${operationId}`,
  description: '',
  tags: [operationId.split('.')[0] ?? ''],
  parameters: [
    { name: 'id', in: 'path' as const, required: true, schema: {} },
    { name: 'before', in: 'query' as const, required: false, schema: {} },
  ],
  responses: { '200': answer({ type: 'string' }), '401': { description: 'Unauthorized', content: content({}) } },
  ...(security && { security }),
});
const DOCUMENT: ApiDocument = {
  paths: {
    '/api/pot/{id}': { get: operation('pot.get') },
    '/api/pot/join': { post: operation('pot.join', [{ session: [] }, { key: ['play'] }]) },
    '/api/user': { get: operation('user.get', [{ session: [] }, { key: ['read'] }]) },
    '/api/user/close': { post: operation('user.close', [{ session: [] }]) },
    '/api/admin/pot/set': { post: operation('pot.set', [{ session: [] }]) },
  },
};

describe('the calls of a document', () => {
  const calls = callsOf(DOCUMENT);
  const namesOf = (search: string, all: boolean) =>
    groupsOf(calls, search, all).map(([group, found]) => [group, found.map(({ name }) => name)]);

  test('have the access that a key needs; those of staff are left out', () => {
    expect(calls.map(({ name, method, access }) => [name, method, access])).toEqual([
      ['pot.get', 'GET', 'public'],
      ['pot.join', 'POST', 'play'],
      ['user.close', 'POST', null],
      ['user.get', 'GET', 'read'],
    ]);
  });

  test('are grouped, and found by every word; those beyond any key only when all are wanted', () => {
    expect(namesOf('', false)).toEqual([
      ['pot', ['pot.get', 'pot.join']],
      ['user', ['user.get']],
    ]);
    expect(namesOf('', true)).toEqual([
      ['pot', ['pot.get', 'pot.join']],
      ['user', ['user.close', 'user.get']],
    ]);
    expect(namesOf('  POT  does ', false)).toEqual([['pot', ['pot.get', 'pot.join']]]);
    expect(namesOf('pot zebra', true)).toEqual([]);
  });

  test('have an answer, refusals by status, and an address with their parameters', () => {
    const [get] = calls;
    expect(responseOf(get!.operation)).toEqual({ type: 'string' });
    expect(refusalsOf(get!.operation)).toEqual([['401', 'Unauthorized']]);
    expect(addressOf(get!, { id: 'a/b', before: '' })).toBe('/api/pot/a%2Fb');
    expect(addressOf(get!, { id: '1', before: 'x y' })).toBe('/api/pot/1?before=x+y');
  });
});

const GAME: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 40 },
    side: { anyOf: [{ const: 1 }, { const: 2 }] },
    at: { type: ['integer', 'null'], minimum: -9007199254740991, maximum: 9007199254740991 },
    items: { type: 'array', items: { type: 'object', properties: { usd: { type: 'number', minimum: 0 } } } },
    kinds: { type: 'array', items: { enum: ['A', 'B'] } },
    byId: { type: 'object', additionalProperties: { type: 'boolean' } },
    body: {},
  },
  required: ['id', 'side', 'items'],
};

test('a schema reads as TypeScript, with bounds', () => {
  expect(schemaText(GAME)).toBe(
    [
      '{',
      '  id: string (at most 40 characters)',
      '  side: 1 | 2',
      '  at?: integer | null',
      '  items: {',
      '    usd?: number (from 0)',
      '  }[]',
      '  kinds?: ("A" | "B")[]',
      '  byId?: { [name]: boolean }',
      '  body?: unknown',
      '}',
    ].join('\n'),
  );
});

test('a sample has the required fields, each of its type', () => {
  expect(sampleOf(GAME)).toEqual({ id: '', side: 1, items: [{}] });
  expect(sampleOf({ enum: ['NORMAL', 'INVERSE'] })).toBe('NORMAL');
  expect(sampleOf({ type: 'boolean' })).toBe(true);
});

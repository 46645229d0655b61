import { CALLS } from '@fairpot/contract/registry/schemas';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { answerSchema } from './answer-schema.ts';

const http = fastify();
let serialise: Map<string, (answer: unknown) => string>;

/** Collects the serializers that Fastify builds for the routes. */
beforeAll(async () => {
  serialise = new Map();
  for (const call of CALLS) {
    http.get(`/${call.name}`, { schema: { response: { 200: answerSchema(call.output) } } }, (_request, reply) => {
      const write = reply.getSerializationFunction('200');
      if (!write) throw new Error('no serialiser');
      serialise.set(call.name, write as (answer: unknown) => string);
      return '';
    });
  }
  for (const call of CALLS) await http.inject(`/${call.name}`).catch(() => undefined);
});
afterAll(() => http.close());

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
}

/** Strings that are hard to encode: quotes, control characters, a lone surrogate, a closing script tag. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\u2028', '</script>', '\ud800', '\u0000', '🎲', ''),
);
const number = fc.oneof(
  fc.integer(),
  fc.integer().map((n) => n / 100),
  fc.constantFrom(0, -0, 0.1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER),
);

/** Random values that match a JSON schema. Ignores its patterns: the serializer does not check them. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  if (typeof schema.type === 'object') return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })));
  if (schema.type === 'array') return fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 });
  if (schema.type === 'object') return objectsOf(schema);
  if (schema.type === 'string') return text;
  if (schema.type === 'integer') return fc.integer();
  if (schema.type === 'number') return number;
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
}

function objectsOf(schema: Schema): fc.Arbitrary<unknown> {
  if (!schema.properties) {
    const values =
      typeof schema.additionalProperties === 'object' ? valuesOf(schema.additionalProperties) : fc.constant(1);
    return fc.dictionary(text, values, { maxKeys: 3, noNullPrototype: true });
  }
  const fields = Object.entries(schema.properties).map(([name, value]) => [name, valuesOf(value)]);
  const required = (schema.required ?? []) as string[];
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
    noNullPrototype: true,
  });
}

test.each(CALLS.map((call) => [call.name, call] as const))('%s is serialized as JSON.stringify does', (name, call) => {
  const write = serialise.get(name);
  if (!write) throw new Error('the route was not called');
  const schema = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' }) as Schema;
  fc.assert(
    fc.property(valuesOf(schema), (response) => {
      const answer = { success: true, response };
      expect(JSON.parse(write(answer))).toEqual(JSON.parse(JSON.stringify(answer)));
    }),
    { numRuns: 60 },
  );
});

test('fields missing from the schema are not sent', () => {
  const write = serialise.get('user.confirmAge');
  expect(write?.({ success: true, response: { ageConfirmed: true, secret: 'x' }, secret: 'y' })).toBe(
    '{"success":true,"response":{"ageConfirmed":true}}',
  );
});

test('a missing required field is an internal error, not an empty answer', () => {
  expect(() => serialise.get('user.confirmAge')?.({ success: true, response: {} })).toThrow('required');
});

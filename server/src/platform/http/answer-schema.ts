/**
 * JSON schema for the serializer (fast-json-stringify), derived from the zod type of an answer. Answers come from typed code, so the schema describes
 * only the shape to write; fields that it does not name cannot leave the server. A zod provider would parse each answer again, which takes eight
 * times as long (decision 0058).
 *
 * Invariant: for every value that fits the zod type, the serializer writes what JSON.stringify writes.
 */
import { z } from 'zod';

interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** The schema of `{success: true, response: output}`. */
export function answerSchema(output: z.ZodType): object {
  const response = simplify(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Schema);
  return {
    type: 'object',
    properties: { success: { type: 'boolean' }, response },
    required: ['success', 'response'],
    additionalProperties: false,
  };
}

/** Any value: written by JSON.stringify. */
const ANYTHING: Schema = {};

function simplify(schema: Schema): Schema {
  if (schema.const !== undefined) return ofValues([schema.const]);
  if (schema.enum) return ofValues(schema.enum);
  if (schema.anyOf) return simplifyUnion(schema.anyOf.map(simplify));
  if (typeof schema.type === 'object') return simplifyUnion(schema.type.map((type) => simplify({ ...schema, type })));
  if (schema.type === 'array') return { type: 'array', items: simplify(schema.items ?? ANYTHING) };
  if (schema.type === 'object') return simplifyObject(schema);
  // Ranges, patterns and formats were checked where the value was created.
  return schema.type === undefined ? ANYTHING : { type: schema.type };
}

function simplifyObject(schema: Schema): Schema {
  const { properties, additionalProperties: extra, required } = schema;
  if (!properties || Object.keys(properties).length === 0) {
    // A record: its keys are data, so they are written unchanged.
    return typeof extra === 'object' ? ANYTHING : { type: 'object', additionalProperties: extra ?? false };
  }
  if (extra !== false && extra !== undefined) return ANYTHING;
  const simple = Object.entries(properties).map(([name, value]): [string, Schema] => [name, simplify(value)]);
  return {
    type: 'object',
    properties: Object.fromEntries(simple),
    ...(required && { required }),
    additionalProperties: false,
  };
}

function ofValues(values: readonly unknown[]): Schema {
  const types = new Set(values.map((v) => (v === null ? 'null' : typeof v)));
  const [only] = types;
  return types.size === 1 && only !== undefined && ['string', 'number', 'boolean'].includes(only)
    ? { type: only }
    : ANYTHING;
}

/** `x | null` becomes nullable x. Alternatives with the same encoding become one. Other unions stay unchanged. */
function simplifyUnion(options: readonly Schema[]): Schema {
  const some = options.filter((o) => o.type !== 'null');
  const [first, ...rest] = some;
  if (!first?.type || rest.some((o) => JSON.stringify(o) !== JSON.stringify(first))) return ANYTHING;
  return some.length === options.length ? first : { ...first, nullable: true };
}

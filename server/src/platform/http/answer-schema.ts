/**
 * JSON schema for the serialiser (fast-json-stringify), from the zod type of an answer. Answers are ours and were typed,
 * so this schema says only what shape to write; what it does not name cannot leave the server. A provider for zod would
 * parse each answer again, which takes eight times as long (decision 0058).
 *
 * Invariant: for every value that fits the zod type, the serialiser writes what JSON.stringify writes.
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

/** Anything: written by JSON.stringify. */
const ANYTHING: Schema = {};

function simplify(schema: Schema): Schema {
  if (schema.const !== undefined) return ofValues([schema.const]);
  if (schema.enum) return ofValues(schema.enum);
  if (schema.anyOf) return simplifyUnion(schema.anyOf.map(simplify));
  if (typeof schema.type === 'object') return simplifyUnion(schema.type.map((type) => simplify({ ...schema, type })));
  if (schema.type === 'array') return { type: 'array', items: simplify(schema.items ?? ANYTHING) };
  if (schema.type === 'object') return simplifyObject(schema);
  // Ranges, patterns and formats were checked where the value was made.
  return schema.type === undefined ? ANYTHING : { type: schema.type };
}

function simplifyObject(schema: Schema): Schema {
  const { properties, additionalProperties: extra, required } = schema;
  if (!properties || Object.keys(properties).length === 0) {
    // A record: names are data, so they are written as they come.
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

/** `x | null` becomes nullable x, alternatives that are written alike become one; other unions are left as they come. */
function simplifyUnion(options: readonly Schema[]): Schema {
  const some = options.filter((o) => o.type !== 'null');
  const [first, ...rest] = some;
  if (!first?.type || rest.some((o) => JSON.stringify(o) !== JSON.stringify(first))) return ANYTHING;
  return some.length === options.length ? first : { ...first, nullable: true };
}

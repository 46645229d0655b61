/** Values from JSON schemas: a valid one, and copies with another value in one place. For tests that make every call. */

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
}

/** Path of a value: names of fields and indexes of lists. */
export type Path = readonly (string | number)[];

/** A text for a text schema, by the name of its field; null if none is known. */
export type KnownText = (name: string, schema: JsonSchema) => string | null;

export const alternatives = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] => anyOf ?? oneOf ?? [];

/** A valid value, as far as the schema describes it, with every field present. */
export function sampleOf(schema: JsonSchema, known: KnownText, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = alternatives(schema);
  if (first) return sampleOf(first, known, name);
  if (schema.allOf) return sampleOf(Object.assign({}, ...schema.allOf) as JsonSchema, known, name);
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([field, inner]) => [field, sampleOf(inner, known, field)]));
  }
  if (type === 'array') {
    const each = typeof schema.items === 'object' ? schema.items : {};
    const inner = schema.prefixItems ?? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => each);
    return inner.map((item) => sampleOf(item, known, name));
  }
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'number' || type === 'integer') return Math.max(1, schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1);
  return known(name, schema) ?? 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}

/** Every place in `value` with a text or an object (whose names are texts too). */
export function textPlaces(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string') return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textPlaces(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Every place in `value` below its root. */
export function places(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return at.length === 0 ? [] : [at];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    places(each, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length === 0 ? inner : [at, ...inner];
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((found, step) => (found as Record<string | number, unknown>)[step], value);
}

/** A copy of `value` with `other` in this place. */
export function replaced(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value))
    return value.map((each, at) => (at === step ? replaced(each, rest, other) : (each as unknown)));
  const { [String(step)]: inner, ...others } = value as Record<string, unknown>;
  return { ...others, [String(step)]: replaced(inner, rest, other) };
}

/** Answers of the server made from the contract's own schemas, with texts as long as a layout must bear. */
import type { Call } from '@fairpot/contract/wire/call.schemas';

/** A word that no browser breaks by itself. */
export const LONG = 'W'.repeat(120);
const MINUTE_MS = 60_000;

/** Values that have a meaning which their schema does not say, by the name of the field. */
const MEANINGS: Readonly<Record<string, string | number | null>> = {
  appid: 730,
  appId: 730,
  avatar: '',
  icon: '',
  iconBackground: '',
  steamid: '76561198000000202',
  coin: 'BTC',
  units: '1234567',
  day: '2026-11-20',
  colorHex: '#a07bff',
  /** The last page of a list. */
  next: null,
  older: null,
};

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** A value that fits the schema. The elements of a list differ: they go through the values of its enums, booleans and unions. */
export function sampleOf<S extends Call['output']>(schema: S): ReturnType<S['parse']> {
  const json = schema.toJSONSchema({ unrepresentable: 'any' }) as JsonSchema;
  return valueOf(json, 0, '') as ReturnType<S['parse']>;
}

/** `n`: which of several values. `name`: of the field. */
function valueOf(schema: JsonSchema, n: number, name: string): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[n % schema.enum.length];
  const several = schema.anyOf ?? schema.oneOf;
  const meaning = MEANINGS[name];
  const types = [schema, ...(several ?? [])].map(({ type }) => (type === 'integer' ? 'number' : type));
  if (meaning !== undefined && types.includes(meaning === null ? 'null' : typeof meaning)) return meaning;
  if (several) return valueOf(several[n % several.length] ?? {}, n, name);
  switch (schema.type) {
    case 'string':
      return textOf(schema, n);
    case 'number':
    case 'integer':
      return numberOf(schema, n, name);
    case 'boolean':
      return n % 2 === 1;
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4));
      return Array.from({ length: count }, (_, at) => valueOf(schema.items ?? {}, n + at, name));
    }
    case 'object':
      return objectOf(schema, n);
    default:
      return null;
  }
}

function objectOf({ properties, additionalProperties: extra, propertyNames }: JsonSchema, n: number): object {
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, valueOf(value, n, name)]));
  if (typeof extra !== 'object') return {};
  const names = propertyNames?.enum ?? [valueOf(propertyNames ?? { type: 'string' }, n, '')];
  return Object.fromEntries(names.map((name) => [String(name), valueOf(extra, n, String(name))]));
}

function numberOf({ minimum = 0, maximum, exclusiveMaximum }: JsonSchema, n: number, name: string): number {
  const most = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - 1);
  const within = (value: number) => Math.max(minimum, Math.min(most, value));
  if (/^(?:at|day|since|until)$|(?:At|Until)$/.test(name)) return within(Date.now() - n * MINUTE_MS);
  if (/Usd$/.test(name)) return within(12_345.67 + n);
  if (/Cents$/.test(name)) return within(1_234_567 + n);
  return within(n + 3);
}

function textOf({ pattern, format, maxLength = LONG.length }: JsonSchema, n: number): string {
  if (pattern !== undefined) return matching(pattern, n);
  if (format === 'uri') return `https://${LONG}.example/${n}`;
  return `${n}${LONG}`.slice(0, Math.min(maxLength, LONG.length));
}

/** A text that the regular expression accepts, as short as it may be; `n` chooses the last character of each repetition. */
function matching(pattern: string, n: number): string {
  let at = 0;
  const peek = () => pattern[at] ?? '';
  const next = () => pattern[at++] ?? '';
  const alternatives = (): string => {
    let first: string | null = null;
    for (;;) {
      let text = '';
      while (at < pattern.length && peek() !== '|' && peek() !== ')') text += repeated(atom());
      first ??= text;
      if (peek() !== '|') return first;
      next();
    }
  };
  /** The characters of a class, or a text. */
  const atom = (): readonly string[] => {
    const char = next();
    if (char === '^' || char === '$') return [''];
    if (char === '.') return ['x'];
    if (char === '\\') return escaped(next());
    if (char === '[') return classOf();
    if (char !== '(') return [char];
    const group = /^\?(?::|<\w+>)/.exec(pattern.slice(at))?.[0] ?? '';
    at += group.length;
    const text = alternatives();
    next();
    return [text];
  };
  const escaped = (char: string): readonly string[] => (char === 'd' ? [...'123456789'] : [char]);
  const classOf = (): readonly string[] => {
    const chars: string[] = [];
    while (peek() !== ']') {
      const char = next();
      if (char === '\\') chars.push(...escaped(next()));
      else if (peek() === '-' && pattern[at + 1] !== ']') {
        next();
        for (let code = char.charCodeAt(0), end = next().charCodeAt(0); code <= end; code += 1)
          chars.push(String.fromCharCode(code));
      } else chars.push(char);
    }
    next();
    return chars;
  };
  const repeated = (choices: readonly string[]): string => {
    const { 0: counted = '', 1: least = '' } = /^(?:\{(\d+)[^}]*\}|[?*+])/.exec(pattern.slice(at)) ?? [];
    at += counted.length;
    const count = counted === '?' || counted === '*' ? 0 : Number(least || 1);
    return (choices[0] ?? '').repeat(Math.max(0, count - 1)) + (count > 0 ? (choices[n % choices.length] ?? '') : '');
  };
  return alternatives();
}

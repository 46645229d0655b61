/**
 * Writes the calls and live topics of the contract as a TypeScript module without zod, to standard output: what `fairpot-client` is made with
 * (packages.mjs). It has the calls that an API key can make. zod writes each schema as JSON Schema; of that the contract uses few forms, and an unknown
 * one ends with an error.
 */
import { GAME_NAMES } from '@fairpot/contract/games/games';
import { ChatFact } from '@fairpot/contract/chat/schemas';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { TOPICS } from '@fairpot/contract/live/channel';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

const isForKeys = ({ kind, permission, scope }: (typeof CALLS)[number]) =>
  scope !== null || (kind === 'query' && permission === 'public');
const calls = CALLS.filter(isForKeys).sort((a, b) => (a.name < b.name ? -1 : 1));

const jsonOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;

function typeOf(schema: Json): string {
  if ('const' in schema) return JSON.stringify(schema['const']);
  const among = (schema['enum'] as unknown[] | undefined)?.map((value) => JSON.stringify(value));
  if (among) return among.join(' | ');
  const either = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (either) return [...new Set(either.map(typeOf))].map((type) => `(${type})`).join(' | ');
  const several = schema['type'];
  if (Array.isArray(several)) return several.map((type) => `(${typeOf({ ...schema, type })})`).join(' | ');
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return Array.isArray(schema['prefixItems'])
        ? `readonly [${(schema['prefixItems'] as Json[]).map(typeOf).join(', ')}]`
        : `readonly (${typeOf(schema['items'] as Json)})[]`;
    case 'object':
      return objectOf(schema);
    case undefined:
      if (Object.keys(schema).every((name) => name === '$schema' || name === 'description')) return 'unknown';
  }
  throw new Error(`no type for ${JSON.stringify(schema).slice(0, 200)}`);
}

function objectOf({ properties = {}, required = [], additionalProperties }: Json): string {
  const fields = Object.entries(properties as Record<string, Json>).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${(required as string[]).includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  const others = typeof additionalProperties === 'object' && additionalProperties !== null;
  if (fields.length === 0 && others) return `Readonly<Record<string, ${typeOf(additionalProperties as Json)}>>`;
  return `{ ${fields.join(' ')} }`;
}

/** The fact of a game: what its schemas export under a name that ends so. */
async function factOf(game: string): Promise<z.ZodType> {
  const module = (await import(`../contract/src/${game}/schemas.ts`)) as Record<string, unknown>;
  const [found] = Object.entries(module).filter(([name]) => /Fact$/.test(name));
  if (!found) throw new Error(`${game} has no fact`);
  return found[1] as z.ZodType;
}

const facts = new Map<string, z.ZodType>([['chat', ChatFact]]);
for (const game of GAME_NAMES) facts.set(game, await factOf(game));

const lines = [
  '/** Written by scripts/call-types.ts from the contract. */',
  'export interface Calls {',
  ...calls.flatMap((call) => [
    `  /** ${call.summary}.${call.scope === null ? '' : ` Scope of the key: ${call.scope}.`} */`,
    `  readonly '${call.name}': {`,
    `    readonly input: ${typeOf(jsonOf(call.input, 'input'))};`,
    `    readonly output: ${typeOf(jsonOf(call.output, 'output'))};`,
    '  };',
  ]),
  '}',
  '',
  '/** The facts of each live topic. */',
  'export interface Facts {',
  ...TOPICS.filter((topic) => topic !== 'support').map((topic) => {
    const fact = facts.get(topic);
    const type = fact ? typeOf(jsonOf(fact, 'output')) : '{ readonly type: string; readonly [field: string]: unknown }';
    return `  readonly ${topic}: ${type};`;
  }),
  '}',
  '',
  'export const CALLS = {',
  ...calls.map(({ name, method, path, kind }) => `  '${name}': ['${method}', '${path}', '${kind}'],`),
  '} as const;',
  '',
];
process.stdout.write(lines.join('\n'));

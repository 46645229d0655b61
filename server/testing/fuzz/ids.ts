/** Ids in the inputs of calls: where they are, and an unknown and some malformed ones for each. */
import { alternatives, type JsonSchema, type Path } from './schema.ts';

export interface IdPlace {
  readonly path: Path;
  readonly schema: JsonSchema;
}

/** Pages: an id here says where the list goes on, and an unknown one is a place like any other. */
const CURSORS = ['before', 'after', 'from', 'until', 'to', 'upTo', 'limit', 'part', 'replaced', 'version'];
const NAMED = /^id$|[a-z]Ids?$|^(hash|key|which|manifest|txid|code|actor|player|number|assetid)$/;
const PREFIXED = /_\[/;

/** Every place of an id in a call's input: by the pattern of ids, or by the field's name. */
export function idPlaces(schema: JsonSchema, path: Path = []): IdPlace[] {
  const name = String(path.findLast((step) => typeof step === 'string') ?? '');
  const inner = alternatives(schema);
  if (inner.length > 0) {
    const scalars = inner.filter(({ type, const: only }) => type === 'string' && only === undefined);
    return [...scalars, ...inner.slice(0, 1).filter(({ type }) => type === 'object')].flatMap((each) =>
      idPlaces(each, path),
    );
  }
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([key, each]) => idPlaces(each, [...path, key]));
  if (typeof schema.items === 'object') return idPlaces(schema.items, [...path, 0]);
  const isId = schema.const === undefined && !schema.enum && !CURSORS.includes(name);
  const isNamed = NAMED.test(name) || PREFIXED.test(schema.pattern ?? '');
  return isId && isNamed && ['string', 'integer'].includes(String(schema.type)) ? [{ path, schema }] : [];
}

const UNKNOWN_NUMBER = 987_654_321;
const CHARACTERS = /\[([^\]]+)\]\{(\d+)(?:,\d+)?\}/g;

/** An id of this shape that no row has: the pattern's own letters, all alike. */
export function unknownId({ type, pattern = '' }: JsonSchema): unknown {
  if (type === 'integer') return UNKNOWN_NUMBER;
  const shape = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\d', '[0-9]')
    .replaceAll('\\.', '.');
  if (!/[[{]/.test(shape)) return 'not-there-at-all';
  return shape
    .replace(CHARACTERS, (_, letters: string, many: string) =>
      (letters.includes('9') ? '7' : (letters[0] ?? '')).repeat(Number(many)),
    )
    .replace(/\[[^\]]+\]/g, '7');
}

/** Texts and values that are an id of nothing. */
export const MALFORMED: readonly unknown[] = ['x', 'ply_UPPERCASE', '../..', -1, 1.5, {}, null];

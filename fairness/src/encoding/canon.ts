/**
 * Canonical JSON of protocol fp/2: one text per value, and so one hash per lock record.
 *
 * Invariant: an accepted value parses (JSON.parse) to the same value and is written as the same text again. What JSON
 * would silently drop or change (undefined, NaN, a float, -0, a Date, a hole in an array) is an error.
 */

const MAX_DEPTH = 64;

/**
 * JSON with keys sorted by code unit and no spaces. Takes strings, booleans, null, safe integers, arrays and plain
 * objects of these; throws on anything else with its path, e.g. `$.entries[1].cents: a float`.
 */
export function canon(value: unknown): string {
  return write(value, '$', 0);
}

function write(value: unknown, path: string, depth: number): string {
  if (depth > MAX_DEPTH) throw new Error(`${path}: nested deeper than ${MAX_DEPTH}`);
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      return writeInteger(value, path);
    case 'object':
      return Array.isArray(value) ? writeArray(value, path, depth) : writeObject(value, path, depth);
    default:
      throw new Error(`${path}: ${typeof value} has no canonical form`);
  }
}

function writeInteger(value: number, path: string): string {
  if (!Number.isFinite(value)) throw new Error(`${path}: ${value} is not a number of JSON`);
  if (!Number.isInteger(value)) throw new Error(`${path}: a float (${value})`);
  if (!Number.isSafeInteger(value)) throw new Error(`${path}: an integer beyond 2^53 - 1 (${value})`);
  if (Object.is(value, -0)) throw new Error(`${path}: -0 is not an integer`);
  return String(value);
}

function writeArray(array: readonly unknown[], path: string, depth: number): string {
  if (Object.keys(array).length !== array.length) throw new Error(`${path}: an array with holes or named properties`);
  return `[${array.map((item, i) => write(item, `${path}[${i}]`, depth + 1)).join(',')}]`;
}

function writeObject(object: object, path: string, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw new Error(`${path}: not a plain object`);
  if (Object.getOwnPropertySymbols(object).length > 0) throw new Error(`${path}: a symbol as key`);
  const fields: Readonly<Record<string, unknown>> = { ...object };
  // Without a comparator `sort` compares code units.
  const parts = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${writeField(fields[key], path, key, depth)}`);
  return `{${parts.join(',')}}`;
}

/** Most fields are texts, which need no path. */
function writeField(value: unknown, path: string, key: string, depth: number): string {
  return typeof value === 'string' ? JSON.stringify(value) : write(value, `${path}.${key}`, depth + 1);
}

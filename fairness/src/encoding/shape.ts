/**
 * Strict readers of untrusted JSON: exact keys, exact types, and an error that names the path.
 *
 * Called by lock.ts, proof.ts and the CLI. Invariant: nothing is coerced and no extra key is accepted; the result is a
 * fresh value that holds only what was read.
 */
import { isHexOf } from './bytes.ts';

/** Input of the wrong shape. `path` is where, e.g. `lock.entries[1].cents`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An object with exactly these keys, in any order. */
export function readObject(value: unknown, path: string, keys: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError(path, 'not an object');
  const object = Object.fromEntries(Object.entries(value));
  for (const key of keys) if (!Object.hasOwn(object, key)) throw new ShapeError(`${path}.${key}`, 'missing');
  for (const key of Object.keys(object))
    if (!keys.includes(key)) throw new ShapeError(`${path}.${key}`, 'unknown field');
  return object;
}

/** An object with any keys that are valid names, with values read by `item`. */
export function readRecord<T>(
  value: unknown,
  path: string,
  name: RegExp,
  item: (value: unknown, path: string) => T,
): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError(path, 'not an object');
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (!name.test(key)) throw new ShapeError(`${path}.${key}`, 'unknown field');
      return [key, item(each, `${path}.${key}`)] as const;
    }),
  );
}

/** An array of at least `least` items, each read by `item`. */
export function readArray<T>(
  value: unknown,
  path: string,
  least: number,
  item: (value: unknown, path: string) => T,
): T[] {
  if (!Array.isArray(value)) throw new ShapeError(path, 'not an array');
  if (value.length < least) throw new ShapeError(path, `${value.length} items, at least ${least} needed`);
  return Array.from(value, (entry: unknown, i) => item(entry, `${path}[${i}]`));
}

/** A safe integer in [least, most]. */
export function readInt(value: unknown, path: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number') throw new ShapeError(path, 'not a number');
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new ShapeError(path, `not a safe integer (${value})`);
  if (value < least || value > most) throw new ShapeError(path, `${value} is not between ${least} and ${most}`);
  return value;
}

/** A text of 1 to `most` code units. */
export function readText(value: unknown, path: string, most = 256): string {
  if (typeof value !== 'string') throw new ShapeError(path, 'not a string');
  if (value.length === 0 || value.length > most) throw new ShapeError(path, `not 1 to ${most} characters long`);
  return value;
}

/** Lower-case hex of exactly `bytes` bytes. */
export function readHex(value: unknown, path: string, bytes: number): string {
  if (typeof value !== 'string') throw new ShapeError(path, 'not a string');
  if (!isHexOf(value, bytes)) throw new ShapeError(path, `not ${bytes} bytes of lower-case hex`);
  return value;
}

/** One of the `allowed` values. */
export function readOneOf<T extends string | number>(value: unknown, path: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new ShapeError(path, `not ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`);
  return found;
}

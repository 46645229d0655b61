/** The first difference between two JSON values. Used wherever a result is compared, so that a mismatch has a path. */

/** `outcome.rolls[3].item: computed 1, published 0`, or null when both are equal. Keys are compared in sorted order. */
export function firstDifference(computed: unknown, published: unknown, path: string): string | null {
  if (Object.is(computed, published)) return null;
  if (Array.isArray(computed) && Array.isArray(published)) {
    if (computed.length !== published.length)
      return `${path}: computed ${computed.length} items, published ${published.length}`;
    return firstOf(computed.map((item: unknown, i) => () => firstDifference(item, published[i], `${path}[${i}]`)));
  }
  if (isObject(computed) && isObject(published)) {
    const keys = [...new Set([...Object.keys(computed), ...Object.keys(published)])].sort();
    return firstOf(keys.map((key) => () => firstDifference(computed[key], published[key], `${path}.${key}`)));
  }
  return `${path}: computed ${show(computed)}, published ${show(published)}`;
}

function firstOf(checks: ReadonlyArray<() => string | null>): string | null {
  for (const check of checks) {
    const found = check();
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

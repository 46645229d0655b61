/** JSON with sorted keys, so that equal inputs have equal hashes whatever order the client wrote them in. */
import { createHash } from 'node:crypto';

/** Canonical JSON of a parsed input. Undefined fields are left out, as in JSON.stringify. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((v) => canonicalJson(v ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`);
  return `{${fields.join(',')}}`;
}

/** Sha256 of the call's name and its canonical input. A receipt binds its key to this. */
export function inputHash(call: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(`${call}\n${canonicalJson(input)}`)
    .digest();
}

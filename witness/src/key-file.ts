/**
 * The witness's own key: made at the first start, stored in a file that only its user can read. Next to it is the
 * serial of the last state written under it, so that an older state file is detected.
 */
import { chmod } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { fromHex, isHexOf, toHex } from '@fairpot/fairness/encoding/bytes';
import { cosignerKey, formatCosignerKey } from '@fairpot/fairness/tree/cosignature';
import { publicKeyOf, type NoteKey } from '@fairpot/fairness/tree/note';
import { readIfThere, writeDurably } from './files.ts';
import { WitnessRefused } from './refused.ts';

export interface WitnessKey {
  readonly name: string;
  readonly secretKey: Uint8Array;
  readonly key: NoteKey;
  /** In the form used in a policy. */
  readonly vkey: string;
}

/** Reads the key, or makes one. `name` is set at the first start and may be omitted later; another one is refused. */
export async function openKey(path: string, name: string | null): Promise<WitnessKey> {
  const stored = await readIfThere(path);
  if (stored === null) return makeKey(path, name);
  const { seed, name: known } = parseKey(path, stored);
  if (name !== null && name !== known)
    throw new WitnessRefused(`${path} is the key of ${known}, not of ${name}: omit --name, or make a separate key`);
  return keyOf(known, fromHex(seed));
}

async function makeKey(path: string, name: string | null): Promise<WitnessKey> {
  const secretKey = new Uint8Array(randomBytes(32));
  // First of all: a key without a serial file has lost its memory, which differs from a key that was never used.
  await writeSerial(path, 0);
  const made = keyOf(name ?? `witness-${toHex(publicKeyOf(secretKey)).slice(0, 8)}`, secretKey);
  await writeDurably(path, `${JSON.stringify({ name: made.name, seed: toHex(secretKey) })}\n`);
  await chmod(path, 0o600);
  return made;
}

function keyOf(name: string, secretKey: Uint8Array): WitnessKey {
  const key = cosignerKey(name, publicKeyOf(secretKey));
  return { name, secretKey, key, vkey: formatCosignerKey(key) };
}

function parseKey(path: string, text: string): { name: string; seed: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'name' in value && 'seed' in value) {
      const { name, seed } = value;
      if (typeof name === 'string' && typeof seed === 'string' && isHexOf(seed, 32)) return { name, seed };
    }
  } catch {
    // Reported below, like any other damage.
  }
  throw new WitnessRefused(`${path} is not a witness key: restore it, or start over with another --key and --state`);
}

const serialFile = (path: string) => `${path}.serial`;

/** The serial of the newest written state; 0 before the first. */
export async function lastSerial(path: string): Promise<number> {
  const text = await readIfThere(serialFile(path));
  if (text === null)
    throw new WitnessRefused(`${serialFile(path)} is missing: key, serial and state belong together; restore it`);
  if (!/^(?:0|[1-9][0-9]{0,14})\n$/.test(text)) throw new WitnessRefused(`${serialFile(path)} is damaged`);
  return Number(text);
}

export function writeSerial(path: string, serial: number): Promise<void> {
  return writeDurably(serialFile(path), `${serial}\n`);
}

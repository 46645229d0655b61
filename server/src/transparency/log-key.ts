/**
 * The file of the log's key: an Ed25519 seed as 64 hexadecimal digits, readable by the server's user only. Written once
 * and never replaced; the database never stores it, so neither a dump nor read access to tables is enough to sign a
 * head.
 */
import { stat } from 'node:fs/promises';
import { fromHex, toHex } from '@fairpot/fairness/encoding/bytes';
import { createDurably, readIfExists } from '../platform/database/durable-file.ts';
import { ConfigRefused } from '../platform/process/config.ts';
import { invariant } from '../platform/runner/refused.ts';

const SEED = /^[0-9a-f]{64}\n?$/;
const OTHERS = 0o077;

/** The seed; null when there is no file. Throws ConfigRefused when others may read it, or when it is not a key. */
export async function readKey(path: string): Promise<Buffer | null> {
  const text = await readIfExists(path);
  if (text === null) return null;
  if (((await stat(path)).mode & OTHERS) !== 0)
    throw new ConfigRefused([`LOG_KEY_FILE: others may read ${path}, which signs the public log: chmod 600 it`]);
  if (!SEED.test(text) || /^(.{1,16})\1+$/.test(text.trim()))
    throw new ConfigRefused([`LOG_KEY_FILE: ${path} is not 64 hexadecimal digits from a random source`]);
  return Buffer.from(fromHex(text.trim()));
}

/** Writes the seed; returns the seed in the file, which is another one if a second node was faster. */
export async function keepKey(path: string, seed: Uint8Array): Promise<Buffer> {
  await createDurably(path, `${toHex(seed)}\n`);
  const kept = await readKey(path);
  invariant(kept, `${path} was written just now`);
  return kept;
}

/**
 * Encrypts the secrets of authenticators with AES-256-GCM, each bound to its player. The database never holds the key, so a dump reveals
 * no codes.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { fromHex, toHex } from '@fairpot/fairness/encoding/bytes';
import { createDurably, readIfExists } from '../../platform/database/durable-file.ts';
import { ConfigRefused, type Config } from '../../platform/process/config.ts';
import type { Random } from '../../platform/process/ports.ts';
import { invariant } from '../../platform/runner/refused.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The mode bits of group and others. */
const OTHERS_MAY = 0o077;

/** Returns nonce, tag and ciphertext. A secret sealed for one player does not open for another. */
export function seal(key: Uint8Array, playerId: string, text: string, random: Random): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bindingOf(playerId));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws if the key or the player is another, or if a byte was changed. */
export function unseal(key: Uint8Array, playerId: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(bindingOf(playerId));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const ciphertext = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}

const bindingOf = (playerId: string) => Buffer.from(`fairpot staff code v1|${playerId}`);

/**
 * Returns the key: the setting STAFF_KEY, or the content of STAFF_KEY_FILE, which is created on first use. All nodes of a site need the
 * same key. Throws ConfigRefused if other users can read the file or it holds no key.
 */
export async function staffKey(config: Pick<Config, 'staffKey' | 'staffKeyFile'>, random: Random): Promise<Buffer> {
  if (config.staffKey !== null) return Buffer.from(fromHex(config.staffKey));
  const path = config.staffKeyFile;
  invariant(path !== null, 'a server has a key for the codes of staff');
  if ((await readIfExists(path)) === null) await createDurably(path, `${toHex(random.bytes(32))}\n`);
  if (((await stat(path)).mode & OTHERS_MAY) !== 0)
    throw new ConfigRefused([`STAFF_KEY_FILE: other users can read ${path}, the key of the staff codes: chmod 600`]);
  const text = (await readIfExists(path)) ?? '';
  if (!/^[0-9a-f]{64}\n?$/.test(text))
    throw new ConfigRefused([`STAFF_KEY_FILE: ${path} is not 64 hexadecimal digits`]);
  return Buffer.from(fromHex(text.trim()));
}

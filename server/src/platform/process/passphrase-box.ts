/**
 * Encrypts a text with a passphrase: key by scrypt, box by AES-256-GCM. For keys held by a person or an operator: the offline key of addresses,
 * reviewers' keys, the signer's file. An attacker with a copy of the file must guess the passphrase, at a tenth of a gigabyte of memory for each try.
 * Errors say what is wrong, never a value.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const OTHERS_MAY = 0o077;
/** N of scrypt as a power of two: 128 MiB and a third of a second. */
const COST = 17;
/** The allowed range for a file: below, it is no protection; above, it would exhaust the machine. */
const MIN_COST = 14;
const MAX_COST = 20;
const BLOCK = 8;
export const MIN_PASSPHRASE = 12;

const Box = z.strictObject({
  sealed: z.string(),
  kdf: z.literal('scrypt'),
  cost: z.number().int().min(MIN_COST).max(MAX_COST),
  salt: z.base64().min(20),
  nonce: z.base64().length(16),
  tag: z.base64().length(24),
  box: z.base64().min(1),
});

/** A file or passphrase that cannot be used as it is. */
export class BoxRefused extends Error {
  override readonly name = 'BoxRefused';
}

function keyOf(passphrase: string, salt: Buffer, cost: number): Buffer {
  const N = 2 ** cost;
  // The same characters however a keyboard composes them.
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r: BLOCK, p: 1, maxmem: 256 * N * BLOCK });
}

/** Returns the file's text. `purpose` is authenticated: a box of another purpose does not open. Throws BoxRefused for a short passphrase. */
export function seal(text: string, passphrase: string, purpose: string, cost = COST): string {
  if (passphrase.length < MIN_PASSPHRASE)
    throw new BoxRefused(`a passphrase needs at least ${MIN_PASSPHRASE} characters`);
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt, cost), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`${purpose} ${cost}`));
  const box = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const [s, n, tag, b] = [salt, nonce, cipher.getAuthTag(), box].map((part) => part.toString('base64'));
  return `${JSON.stringify({ sealed: purpose, kdf: 'scrypt', cost, salt: s, nonce: n, tag, box: b })}\n`;
}

/** Whether the text is a box, of any purpose. */
export function isSealed(text: string): boolean {
  return Box.safeParse(jsonOf(text)).success;
}

/** Throws BoxRefused for another passphrase, another purpose, a changed byte, or a text that is not a box. */
export function open(text: string, passphrase: string, purpose: string): string {
  const parsed = Box.safeParse(jsonOf(text));
  if (!parsed.success) throw new BoxRefused('not an encrypted file');
  const { sealed, cost, salt, nonce, tag, box } = parsed.data;
  if (sealed !== purpose) throw new BoxRefused(`the file was encrypted for another purpose: ${sealed}`);
  const part = (base64: string) => Buffer.from(base64, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(passphrase, part(salt), cost), part(nonce), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(`${purpose} ${cost}`));
  decipher.setAuthTag(part(tag));
  try {
    return Buffer.concat([decipher.update(part(box)), decipher.final()]).toString('utf8');
  } catch {
    throw new BoxRefused('wrong passphrase, or the file was changed');
  }
}

/** Text of a file that no other user can read. Throws BoxRefused. */
export function readPrivateFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new BoxRefused(`${path}: cannot be read`);
  }
  if ((statSync(path).mode & OTHERS_MAY) !== 0) throw new BoxRefused(`${path}: other users can read it; run chmod 600`);
  return text;
}

/** Writes the file atomically, private to the user, and never over an existing file. Throws BoxRefused. */
export function writeNewPrivateFile(path: string, text: string): void {
  if (existsSync(path)) throw new BoxRefused(`${path} already exists`);
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The parsed text; null when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * A text at rest under a passphrase: the key by scrypt, the box by AES-256-GCM. For keys that a person or a machine's operator holds: the
 * offline key of addresses, reviewers' keys, the signer's file. Whoever has a copy of the file has to guess the passphrase, at a tenth of
 * a gigabyte of memory for each try. Errors say what is wrong, never a value.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const OTHERS_MAY = 0o077;
/** N of scrypt as a power of two: 128 MiB and a third of a second. */
const COST = 17;
/** What a file may ask for: below, it is no protection; above, it would only take the machine away. */
const LEAST_COST = 14;
const MOST_COST = 20;
const BLOCK = 8;
export const LEAST_PASSPHRASE = 12;

const Box = z.strictObject({
  sealed: z.string(),
  kdf: z.literal('scrypt'),
  cost: z.number().int().min(LEAST_COST).max(MOST_COST),
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
  // The same letters however a keyboard composes them.
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r: BLOCK, p: 1, maxmem: 256 * N * BLOCK });
}

/** The file's text. `purpose` is bound to it: a box of another purpose does not open. Throws BoxRefused for a short passphrase. */
export function seal(text: string, passphrase: string, purpose: string, cost = COST): string {
  if (passphrase.length < LEAST_PASSPHRASE)
    throw new BoxRefused(`a passphrase has at least ${LEAST_PASSPHRASE} characters`);
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt, cost), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`${purpose} ${cost}`));
  const box = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const [s, n, tag, b] = [salt, nonce, cipher.getAuthTag(), box].map((part) => part.toString('base64'));
  return `${JSON.stringify({ sealed: purpose, kdf: 'scrypt', cost, salt: s, nonce: n, tag, box: b })}\n`;
}

/** Whether the text is a box at all, of whatever purpose. */
export function isSealed(text: string): boolean {
  return Box.safeParse(jsonOf(text)).success;
}

/** Throws BoxRefused for another passphrase, another purpose, a changed byte, or what is not a box. */
export function open(text: string, passphrase: string, purpose: string): string {
  const parsed = Box.safeParse(jsonOf(text));
  if (!parsed.success) throw new BoxRefused('this is not a sealed file');
  const { sealed, cost, salt, nonce, tag, box } = parsed.data;
  if (sealed !== purpose) throw new BoxRefused(`this is a sealed file of something else: ${sealed}`);
  const part = (base64: string) => Buffer.from(base64, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(passphrase, part(salt), cost), part(nonce), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(`${purpose} ${cost}`));
  decipher.setAuthTag(part(tag));
  try {
    return Buffer.concat([decipher.update(part(box)), decipher.final()]).toString('utf8');
  } catch {
    throw new BoxRefused('the passphrase does not open it, or it was changed');
  }
}

/** Text of a file that nobody else may read. Throws BoxRefused. */
export function readOwn(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new BoxRefused(`${path}: cannot be read`);
  }
  if ((statSync(path).mode & OTHERS_MAY) !== 0) throw new BoxRefused(`${path}: others may read it; chmod 600`);
  return text;
}

/** Whole or not at all, for nobody else's eyes, and never over a file that is there. Throws BoxRefused. */
export function writeNew(path: string, text: string): void {
  if (existsSync(path)) throw new BoxRefused(`${path} is there already`);
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

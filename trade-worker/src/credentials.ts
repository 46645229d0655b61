/**
 * The trading account's credentials at rest: one file, sealed with AES-256-GCM; the key is stored elsewhere. A copy of the disk or of a
 * backup contains only one of the two. Read by config.ts, written by the command sign-in.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '@fairpot/server/platform/process/passphrase-box';

export const BotCredentials = z.object({
  steamId: z.string().regex(/^7656119\d{10}$/),
  refreshToken: z.string().min(20),
  /** Base64 of 20 bytes. */
  identitySecret: z.string().regex(/^[A-Za-z0-9+/]{27}=$/),
});
export type BotCredentials = z.infer<typeof BotCredentials>;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OTHERS_MAY = 0o077;
const OWNER_ONLY = 0o600;
/** Authenticated with the sealed bytes: a box of another purpose or format does not open. */
const PURPOSE = 'fairpot trade bot v1';

const bytes = (length: number) =>
  z.base64().transform((text, context) => {
    const value = Buffer.from(text, 'base64');
    if (value.length !== length) context.addIssue({ code: 'custom', message: `is not ${length} bytes` });
    return value;
  });
const Sealed = z.strictObject({
  sealed: z.literal(PURPOSE),
  nonce: bytes(NONCE_BYTES),
  tag: bytes(TAG_BYTES),
  box: z.base64().min(1),
});

/** A file that cannot be used as it is. The message names the problem, never a value. */
export class CredentialsRefused extends Error {
  override readonly name = 'CredentialsRefused';
}

/** A new key, as its file holds it: 64 hex digits. */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** Parses the key from 64 hex digits. Throws CredentialsRefused. */
export function keyOf(text: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(text.trim())) throw new CredentialsRefused('the key is not 64 hex digits');
  return Buffer.from(text.trim(), 'hex');
}

/** The file's text. Each call uses a new nonce. */
export function seal(bot: BotCredentials, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(PURPOSE));
  const box = Buffer.concat([cipher.update(JSON.stringify(BotCredentials.parse(bot)), 'utf8'), cipher.final()]);
  const [n, tag] = [nonce, cipher.getAuthTag()].map((part) => part.toString('base64'));
  return `${JSON.stringify({ sealed: PURPOSE, nonce: n, tag, box: box.toString('base64') })}\n`;
}

/** Whether the text is a sealed file at all. */
export function isSealed(text: string): boolean {
  return Sealed.safeParse(jsonOf(text)).success;
}

/** Throws CredentialsRefused for another key, a changed byte, or a file that is not sealed. */
export function unseal(text: string, key: Buffer): BotCredentials {
  const parsed = Sealed.safeParse(jsonOf(text));
  if (!parsed.success) throw new CredentialsRefused('not a sealed file');
  const { nonce, tag, box } = parsed.data;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(PURPOSE));
  decipher.setAuthTag(tag);
  let opened: string;
  try {
    opened = Buffer.concat([decipher.update(Buffer.from(box, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    throw new CredentialsRefused('wrong key, or the file was changed');
  }
  return parseBot(opened);
}

/** Plain credentials, as in a demo. Throws CredentialsRefused. */
export function parseBot(text: string): BotCredentials {
  const parsed = BotCredentials.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole').join(', ');
  throw new CredentialsRefused(`invalid: ${wrong}`);
}

/** Reads a file that only its owner can read. Throws CredentialsRefused. */
export function readPrivateFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new CredentialsRefused(`${path} cannot be read`);
  }
  if ((statSync(path).mode & OTHERS_MAY) !== 0) throw new CredentialsRefused(`other users can read ${path}: chmod 600`);
  return text;
}

/** Atomic, and readable by the owner only. */
export function writePrivateFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: OWNER_ONLY });
  renameSync(`${path}.new`, path);
}

/** A key next to its box would be copied with it. Throws CredentialsRefused when both are in one folder. */
export function refuseSameFolder(file: string, keyFile: string): void {
  const folders = [file, keyFile].map((path) => realpathSync(dirname(path)));
  if (folders[0] === folders[1])
    throw new CredentialsRefused(`the key and the file that it opens are in the same folder: ${folders[0]}`);
}

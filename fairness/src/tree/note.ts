/**
 * C2SP signed notes with Ed25519 keys: sign, parse, open.
 *
 * The log signs its checkpoints with it, everyone else opens them. Invariant: `openNote` returns a text only when a key
 * that the caller trusts has signed it, and no trusted key's signature on it is invalid. Source: c2sp.org/signed-note.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { concat, equalBytes, fromHex, isHexOf, toHex, utf8 } from '../encoding/bytes.ts';

/** A key that verifies: its name, its id (4 bytes) and the Ed25519 public key (32 bytes). */
export type NoteKey = { readonly name: string; readonly id: Uint8Array; readonly publicKey: Uint8Array };
/** One signature line: the claimed name, the key id, and the signature itself, not yet verified. */
export type NoteSignature = { readonly name: string; readonly id: Uint8Array; readonly signature: Uint8Array };
/** A note split at its last blank line. `text` ends in a newline and is the signed text. */
export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };

const ED25519 = 0x01;
const MAX_SIGNATURES = 100;
const SIGNATURE_LINE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const KEY_NAME = /^[^\s+]+$/u;

/** The key of a name and a public key; its id is sha256(name || 0x0A || 0x01 || key), first 4 bytes. */
export function noteKey(name: string, publicKey: Uint8Array): NoteKey {
  return keyOfType(ED25519, name, publicKey);
}

/** Like `noteKey`, for an Ed25519 key that signs in another way: `type` is the signature type byte of signed-note. */
export function keyOfType(type: number, name: string, publicKey: Uint8Array): NoteKey {
  if (!KEY_NAME.test(name)) throw new Error(`not a key name: ${JSON.stringify(name)}`);
  if (publicKey.length !== 32) throw new Error('an Ed25519 public key has 32 bytes');
  const id = sha256(concat(utf8(name), Uint8Array.of(0x0a, type), publicKey)).slice(0, 4);
  return { name, id, publicKey };
}

/** The Ed25519 public key of a 32-byte seed. */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(secretKey);
}

/** `<name>+<hex id>+<base64(0x01 || key)>`, the text form of verifier keys. */
export function formatVerifierKey(key: NoteKey): string {
  return formatKeyOfType(ED25519, key);
}

export function formatKeyOfType(type: number, key: NoteKey): string {
  return `${key.name}+${toHex(key.id)}+${toBase64(concat(Uint8Array.of(type), key.publicKey))}`;
}

/** Parses a verifier key; refuses other algorithms and an id that is not the key's. */
export function parseVerifierKey(text: string): NoteKey {
  return parseKeyOfType(ED25519, 'an Ed25519 verifier key', text);
}

/** `what` names the expected kind of key in the error for another. */
export function parseKeyOfType(type: number, what: string, text: string): NoteKey {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/su.exec(text) ?? [];
  if (name === undefined || id === undefined || encoded === undefined) throw new Error('not a verifier key');
  const [algorithm, ...publicKey] = fromBase64(encoded);
  if (algorithm !== type) throw new Error(`not ${what}`);
  const key = keyOfType(type, name, Uint8Array.from(publicKey));
  if (!isHexOf(id, 4) || !equalBytes(key.id, fromHex(id))) throw new Error('the key id is not the id of the key');
  return key;
}

/** Splits a note; throws when it is not of the format. Verifies nothing. */
export function parseNote(note: string): SignedNote {
  if (hasControl(note)) throw new Error('a note holds no control characters but newlines');
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) throw new Error('a note is a text, a blank line and signature lines');
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new Error(`more than ${MAX_SIGNATURES} signatures`);
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignature) };
}

/**
 * The text of a note and the keys that signed it, in the order of `keys`. Throws unless at least one signed it, and no
 * signature of theirs is invalid.
 */
export function openNote(note: string, keys: readonly NoteKey[]): { text: string; signedBy: readonly NoteKey[] } {
  const { text, signatures } = parseNote(note);
  const message = utf8(text);
  const signedBy = keys.filter((key) => {
    const own = signatures.filter((each) => each.name === key.name && equalBytes(each.id, key.id));
    for (const { signature } of own)
      if (!verifies(signature, message, key.publicKey)) throw new Error(`the signature of ${key.name} is false`);
    return own.length > 0;
  });
  if (signedBy.length === 0) throw new Error('no trusted key has signed the note');
  return { text, signedBy };
}

/** The note of a text, signed by each signer in turn. `secretKey` is the 32-byte Ed25519 seed. */
export function signNote(
  text: string,
  signers: ReadonlyArray<{ readonly name: string; readonly secretKey: Uint8Array }>,
): string {
  if (!text.endsWith('\n') || hasControl(text))
    throw new Error('a note text ends in a newline and has no other control');
  const lines = signers.map(({ name, secretKey }) => {
    const { id } = noteKey(name, ed25519.getPublicKey(secretKey));
    return `\u2014 ${name} ${toBase64(concat(id, ed25519.sign(utf8(text), secretKey)))}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

function parseSignature(line: string): NoteSignature {
  const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? [];
  if (name === undefined || encoded === undefined) throw new Error(`not a signature line: ${JSON.stringify(line)}`);
  const bytes = fromBase64(encoded);
  if (bytes.length < 5) throw new Error(`the signature of ${name} is too short`);
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) };
}

/**
 * Whether an Ed25519 signature is valid, strictly by RFC 8032, so that no two encodings of one point are accepted as
 * one.
 */
export function verifies(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    // Bytes that are not a signature: the library throws, the verdict is the same.
    return false;
  }
}

function hasControl(text: string): boolean {
  for (const char of text) if (char < ' ' && char !== '\n') return true;
  return false;
}

/**
 * Cosignatures of witnesses on checkpoints of a log: `cosignature/v1` with Ed25519, made and verified.
 *
 * The witness makes them, the server stores them, browser and CLI check them. Source: c2sp.org/tlog-cosignature.
 * Invariant: a cosignature counts only under a key that the caller trusts, and one invalid line of such a key
 * invalidates the whole note.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { toBase64 } from '../encoding/base64.ts';
import { concat, equalBytes, uint64be, utf8 } from '../encoding/bytes.ts';
import { formatKeyOfType, keyOfType, parseKeyOfType, parseNote, verifies } from './note.ts';
import type { NoteKey } from './note.ts';

/** A witness's statement: as of `time` (POSIX seconds, from 1) this is the largest head of the log that it has seen. */
export type Cosignature = { readonly key: NoteKey; readonly time: number; readonly line: string };

/** Signature type byte of timestamped Ed25519 cosignatures. */
const COSIGNATURE = 0x04;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** The key of a witness; its id is sha256(name || 0x0A || 0x04 || key), first 4 bytes, so it is never a log's key. */
export function cosignerKey(name: string, publicKey: Uint8Array): NoteKey {
  return keyOfType(COSIGNATURE, name, publicKey);
}

/** `<name>+<hex id>+<base64(0x04 || key)>`, the text form of a witness's key. */
export function formatCosignerKey(key: NoteKey): string {
  return formatKeyOfType(COSIGNATURE, key);
}

/** Parses a witness's key; refuses other algorithms (ML-DSA, the key of a log) and an id that is not the key's. */
export function parseCosignerKey(text: string): NoteKey {
  return parseKeyOfType(COSIGNATURE, 'an Ed25519 cosigner key (type 0x04)', text);
}

/** The signature line, with its newline, of a witness on a checkpoint. `text` is the checkpoint's note text. */
export function cosign(
  text: string,
  { name, secretKey }: { readonly name: string; readonly secretKey: Uint8Array },
  time: number,
): string {
  const { id } = cosignerKey(name, ed25519.getPublicKey(secretKey));
  const signature = ed25519.sign(cosignedMessage(text, time), secretKey);
  return `\u2014 ${name} ${toBase64(concat(id, uint64be(time), signature))}\n`;
}

/**
 * The cosignatures on a note by the given keys, one per key, in the order of the keys: of several by one witness the
 * earliest, which proves the most. Lines of other keys are skipped; throws when a line of one of these keys is invalid.
 */
export function cosignaturesOn(note: string, keys: readonly NoteKey[]): Cosignature[] {
  const { text, signatures } = parseNote(note);
  return keys.flatMap((key) => {
    const own = signatures
      .filter((each) => each.name === key.name && equalBytes(each.id, key.id))
      .map(({ signature }) => ({ key, time: verifiedTime(text, signature, key), line: lineOf(key, signature) }))
      .sort((a, b) => a.time - b.time);
    return own.slice(0, 1);
  });
}

/** The note with more signature lines; each line ends in a newline. A line that it already has is not added twice. */
export function withSignatures(note: string, lines: readonly string[]): string {
  const present = new Set(note.split('\n'));
  const fresh = [...new Set(lines)].filter((line) => !present.has(line.trimEnd()));
  const whole = note + fresh.join('');
  parseNote(whole);
  return whole;
}

/** The signed bytes: a header that separates it from every other use of the key, the time, the checkpoint. */
function cosignedMessage(text: string, time: number): Uint8Array {
  if (!Number.isSafeInteger(time) || time < 1) throw new Error(`not a time in seconds: ${time}`);
  if (!text.endsWith('\n')) throw new Error('a checkpoint ends in a newline');
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** The time of a valid cosignature; throws for any other. */
function verifiedTime(text: string, bytes: Uint8Array, key: NoteKey): number {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES)
    throw new Error(`the cosignature of ${key.name} has ${bytes.length} bytes`);
  const stamp = new DataView(bytes.buffer, bytes.byteOffset, TIME_BYTES).getBigUint64(0);
  // A time of 0 makes no statement, and one beyond 2^53 is not a time of ours.
  if (stamp < 1n || stamp > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Error(`the cosignature of ${key.name} has no time`);
  const time = Number(stamp);
  if (!verifies(bytes.slice(TIME_BYTES), cosignedMessage(text, time), key.publicKey))
    throw new Error(`the cosignature of ${key.name} is false`);
  return time;
}

function lineOf(key: NoteKey, signature: Uint8Array): string {
  return `\u2014 ${key.name} ${toBase64(concat(key.id, signature))}\n`;
}

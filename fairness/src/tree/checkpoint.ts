/**
 * Checkpoints of the public log: a tree head as a signed note, and the proof file that carries one.
 *
 * Source: c2sp.org/tlog-checkpoint and c2sp.org/tlog-proof@v1. Invariant: what is formatted here parses to the same
 * value, and every other spelling of it is refused.
 */
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import type { TreeHead } from './merkle.ts';
import { openNote } from './note.ts';
import type { NoteKey } from './note.ts';

/** The log's name (its key name too), its size and the root over it. */
export type Checkpoint = TreeHead & { readonly origin: string };
/** A leaf's position in the log: its index, the audit path, and the signed checkpoint that it leads to. */
export type LogProof = {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
};

const PROOF_HEADER = 'c2sp.org/tlog-proof@v1';
const DECIMAL = /^(?:0|[1-9][0-9]*)$/;

/** The note text of a checkpoint: origin, size and base64 of the root, a line each. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  if (origin === '' || origin.includes('\n')) throw new Error('an origin is one line');
  if (root.length !== 32) throw new Error('a root has 32 bytes');
  return `${origin}\n${readSize(String(size))}\n${toBase64(root)}\n`;
}

/**
 * Parses the text of a checkpoint and refuses extension lines: this log writes none, and no monitor could audit them.
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  const [origin, size, root, end] = lines;
  if (lines.length !== 4 || end !== '' || origin === undefined || size === undefined || root === undefined)
    throw new Error('a checkpoint has three lines');
  if (origin === '') throw new Error('a checkpoint names its origin');
  const bytes = fromBase64(root);
  if (bytes.length !== 32) throw new Error('a root has 32 bytes');
  return { origin, size: readSize(size), root: bytes };
}

/** The checkpoint in a note that `key` has signed; its origin is the key's name. Throws otherwise. */
export function openCheckpoint(note: string, key: NoteKey): Checkpoint {
  const checkpoint = parseCheckpoint(openNote(note, [key]).text);
  if (checkpoint.origin !== key.name) throw new Error(`a checkpoint of ${checkpoint.origin}, not of ${key.name}`);
  return checkpoint;
}

/** The text of a `.tlog-proof` file. */
export function formatLogProof({ index, path, checkpoint }: LogProof): string {
  const lines = [PROOF_HEADER, `index ${readSize(String(index))}`, ...path.map(toBase64), '', checkpoint];
  return lines.join('\n');
}

/** Reads a proof file without `extra` data; verifies nothing. */
export function parseLogProof(file: string): LogProof {
  const split = file.indexOf('\n\n');
  if (split < 0) throw new Error('a proof is a head, a blank line and a checkpoint');
  const [header, index, ...path] = file.slice(0, split).split('\n');
  if (header !== PROOF_HEADER) throw new Error(`a proof begins with ${PROOF_HEADER}`);
  if (index?.startsWith('index ') !== true) throw new Error('a proof names the index of its entry');
  const hashes = path.map(fromBase64);
  if (hashes.some((hash) => hash.length !== 32)) throw new Error('an audit path is made of 32-byte hashes');
  return { index: readSize(index.slice('index '.length)), path: hashes, checkpoint: file.slice(split + 2) };
}

/**
 * The checkpoint, signed by `key`, that a proof file leads `entry` (the bytes of the leaf) to. Throws if any of it is
 * invalid.
 */
export function verifyLogProof(file: string, entry: Uint8Array, key: NoteKey): Checkpoint {
  const { index, path, checkpoint: note } = parseLogProof(file);
  const checkpoint = openCheckpoint(note, key);
  if (!verifyInclusion(leafHash(entry), index, checkpoint.size, path, checkpoint.root))
    throw new Error(`the entry is not leaf ${index} of the checkpoint of ${checkpoint.size} leaves`);
  return checkpoint;
}

function readSize(text: string): number {
  const value = Number(text);
  if (!DECIMAL.test(text) || !Number.isSafeInteger(value)) throw new Error(`not a size or index: ${text}`);
  return value;
}

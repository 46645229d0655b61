/** The body of `add-checkpoint` (c2sp.org/tlog-witness): old size, consistency proof, checkpoint. Pure; refuses every other spelling. */
import { fromBase64 } from '@fairpot/fairness/encoding/base64';
import { parseCheckpoint, type Checkpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseNote } from '@fairpot/fairness/tree/note';

export interface AddCheckpoint {
  readonly oldSize: number;
  /** RFC 6962 consistency proof from the old size. */
  readonly proof: readonly Uint8Array[];
  /** The signed note, verbatim and not yet verified. */
  readonly note: string;
  readonly text: string;
  readonly checkpoint: Checkpoint;
}

const MAX_HASHES = 63;

/** Throws an Error that says what is wrong with the body: the response is 400. */
export function parseAddCheckpoint(body: Uint8Array): AddCheckpoint {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  const split = text.indexOf('\n\n');
  if (split < 0) throw new Error('the old size and the proof end with an empty line');
  const [first = '', ...lines] = text.slice(0, split).split('\n');
  const [, digits] = /^old (0|[1-9][0-9]*)$/.exec(first) ?? [];
  const oldSize = Number(digits);
  if (digits === undefined || !Number.isSafeInteger(oldSize)) throw new Error('the first line is "old <size>"');
  if (lines.length > MAX_HASHES) throw new Error(`more than ${MAX_HASHES} proof lines`);
  const proof = lines.map(fromBase64);
  if (proof.some((hash) => hash.length !== 32)) throw new Error('a proof line is a hash of 32 bytes');
  const note = text.slice(split + 2);
  const { text: checkpointText } = parseNote(note);
  return { oldSize, proof, note, text: checkpointText, checkpoint: parseCheckpoint(checkpointText) };
}

/**
 * The witness's memory: of each log the last checkpoint that it cosigned. A file with a checksum, replaced as a whole.
 *
 * Invariant: it never forgets silently. A start is refused when the file is missing although the key has signed, is
 * damaged, is older than the key's serial, is another key's, or contains a checkpoint that the log or this witness did
 * not sign.
 */
import { createHash } from 'node:crypto';
import { openCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { cosignaturesOn } from '@fairpot/fairness/tree/cosignature';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { readIfThere, writeDurably } from './files.ts';
import { lastSerial, writeSerial, type WitnessKey } from './key-file.ts';
import { WitnessRefused } from './refused.ts';

/**
 * A watched log. `note` is the last checkpoint cosigned here, with the log's line and our own; null before the first.
 */
export interface RememberedLog {
  /** The log's verifier key; its name is the origin. */
  readonly key: string;
  /** Where the key was read from at the first start; null when the command line gave it. */
  readonly site: string | null;
  readonly size: number;
  readonly note: string | null;
}

export interface WitnessState {
  /** Counts the writes. */
  readonly serial: number;
  readonly witness: string;
  /** By origin. */
  readonly logs: Readonly<Record<string, RememberedLog>>;
}

const HEADER = 'fairpot-witness-state/1';

/** Reads the state of a key; makes the first one when neither has been used. */
export async function readState(path: string, keyFile: string, own: WitnessKey): Promise<WitnessState> {
  const [text, written] = [await readIfThere(path), await lastSerial(keyFile)];
  if (text === null) {
    if (written > 0)
      throw new WitnessRefused(
        `${path} is missing, although this key has been used. A witness that forgot what it signed could sign a ` +
          'second history: restore the file, or start over with a new --key (and inform everyone who trusts the old ' +
          'one).',
      );
    const first: WitnessState = { serial: 1, witness: own.vkey, logs: {} };
    await writeState(path, keyFile, first);
    return first;
  }
  const state = parseState(path, text);
  if (state.witness !== own.vkey)
    throw new WitnessRefused(`${path} belongs to the witness ${state.witness}, not to the key in ${keyFile}`);
  if (state.serial < written)
    throw new WitnessRefused(
      `${path} is older than what this witness wrote last (state ${state.serial} of ${written}): ` +
        'it was restored from a backup. A witness must not sign from an old state: restore the newest one, ' +
        'or start over with a new --key.',
    );
  for (const [origin, log] of Object.entries(state.logs)) checkLog(path, origin, log, own);
  return state;
}

/** Writes the state, then the serial next to the key. Both are on disk when this resolves. */
export async function writeState(path: string, keyFile: string, state: WitnessState): Promise<void> {
  const body = `${HEADER}\n${JSON.stringify(state)}\n`;
  await writeDurably(path, `${body}sha256 ${digest(body)}\n`);
  await writeSerial(keyFile, state.serial);
}

function parseState(path: string, text: string): WitnessState {
  const end = text.lastIndexOf('sha256 ');
  const body = text.slice(0, Math.max(0, end));
  if (!body.startsWith(`${HEADER}\n`) || text.slice(end) !== `sha256 ${digest(body)}\n`)
    throw new WitnessRefused(`${path} is damaged: its checksum does not hold. Restore the newest copy.`);
  // The checksum holds, so these are the bytes that `writeState` wrote.
  return JSON.parse(body.slice(HEADER.length + 1)) as WitnessState;
}

function checkLog(path: string, origin: string, { key, size, note }: RememberedLog, own: WitnessKey): void {
  if (note === null) return;
  try {
    const checkpoint = openCheckpoint(note, parseVerifierKey(key));
    const mine = cosignaturesOn(note, [own.key]);
    if (checkpoint.origin === origin && checkpoint.size === size && mine.length === 1) return;
  } catch {
    // Reported below: a signature that does not hold is one of the reasons.
  }
  throw new WitnessRefused(`${path}: its entry for ${origin} was not signed by that log and this witness`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

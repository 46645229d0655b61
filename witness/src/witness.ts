/**
 * The witness: cosigns a checkpoint when it continues the last one that it cosigned of this log, and stores it first.
 *
 * Called by http.ts. Source: c2sp.org/tlog-witness. Invariants: one checkpoint at a time; the new state is on disk
 * before the cosignature is sent; after a failed write nothing is signed until the next start has read what is on disk.
 */
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { equalBytes } from '@fairpot/fairness/encoding/bytes';
import { parseCheckpoint, type Checkpoint } from '@fairpot/fairness/tree/checkpoint';
import { cosign, withSignatures } from '@fairpot/fairness/tree/cosignature';
import { rootOf, verifyConsistency } from '@fairpot/fairness/tree/merkle';
import { openNote, parseNote, parseVerifierKey } from '@fairpot/fairness/tree/note';
import { keepEvidence, type Contradiction } from './evidence.ts';
import type { WitnessKey } from './key-file.ts';
import { parseAddCheckpoint, type AddCheckpoint } from './request.ts';
import { writeState, type RememberedLog, type WitnessState } from './state.ts';
import { messageOf } from '@fairpot/fairness/encoding/shape';

/** A response of `add-checkpoint`. `size` of a 409 is the size from which the next proof has to start. */
export type AddCheckpointResponse =
  | { readonly status: 200; readonly line: string }
  | { readonly status: 409; readonly size: number }
  | { readonly status: 400 | 403 | 404 | 422 | 500 | 503; readonly why: string };

export interface WitnessParts {
  readonly own: WitnessKey;
  readonly keyFile: string;
  readonly stateFile: string;
  readonly state: WitnessState;
  /** POSIX seconds. */
  readonly now: () => number;
  readonly print: (line: string) => void;
  /** Called when the state is written and no response was sent; tests stop it there. */
  readonly onStored?: (() => Promise<void> | void) | undefined;
}

const MAX_WAITING = 32;

export class Witness {
  readonly #parts: WitnessParts;
  #state: WitnessState;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #broken = false;

  constructor(parts: WitnessParts) {
    this.#parts = parts;
    this.#state = parts.state;
  }

  get logs(): WitnessState['logs'] {
    return this.#state.logs;
  }

  /** Handles one request; concurrent ones wait for it. */
  async add(body: Uint8Array): Promise<AddCheckpointResponse> {
    if (this.#waiting >= MAX_WAITING) return { status: 503, why: 'too many requests are waiting' };
    this.#waiting += 1;
    try {
      return await this.#inTurn(() => this.#add(body));
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Adds a log by its verifier key, unless it is known. False when its name already has another key. */
  watch(key: string, site: string | null): Promise<boolean> {
    return this.#inTurn(async () => {
      const origin = parseVerifierKey(key).name;
      const known = this.#state.logs[origin];
      if (known === undefined) await this.#remember(origin, { key, site, size: 0, note: null });
      return known === undefined || known.key === key;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #add(body: Uint8Array): Promise<AddCheckpointResponse> {
    if (this.#broken) return { status: 500, why: 'the state could not be written; see the log of this witness' };
    let request: AddCheckpoint;
    try {
      request = parseAddCheckpoint(body);
    } catch (error) {
      return { status: 400, why: messageOf(error) };
    }
    const { checkpoint, oldSize, note } = request;
    const log = this.#state.logs[checkpoint.origin];
    if (log === undefined) return { status: 404, why: `this witness does not watch ${checkpoint.origin}` };
    try {
      openNote(note, [parseVerifierKey(log.key)]);
    } catch (error) {
      return { status: 403, why: messageOf(error) };
    }
    if (oldSize > checkpoint.size) return { status: 400, why: 'the old size is larger than the checkpoint' };
    if (checkpoint.size === 0 && !equalBytes(checkpoint.root, rootOf(noNode, 0)))
      return { status: 422, why: 'the root of an empty log is the hash of nothing' };
    if (oldSize !== log.size) return { status: 409, size: log.size };
    const problem = contradictionIn(request, log);
    if (problem !== null) return this.#refuse(problem, request, log);
    return this.#cosign(request, log);
  }

  async #refuse(problem: Problem, { note, proof }: AddCheckpoint, log: RememberedLog): Promise<AddCheckpointResponse> {
    if (log.note !== null) {
      const { keyFile: _keyFile, stateFile, now, print } = this.#parts;
      const found: Contradiction = { ...problem, kept: log.note, refused: note, proof: proof.map(toBase64), at: now() };
      const file = await keepEvidence(`${stateFile}.evidence`, found).catch((error: unknown) => messageOf(error));
      print(`refused: ${problem.why}; evidence: ${file ?? 'limit reached, not stored'}`);
    }
    return { status: 422, why: problem.why };
  }

  async #cosign({ checkpoint, note, text }: AddCheckpoint, log: RememberedLog): Promise<AddCheckpointResponse> {
    const { own, now } = this.#parts;
    const line = cosign(text, own, now());
    const kept = withSignatures(onlyOf(note, log.key), [line]);
    try {
      await this.#remember(checkpoint.origin, { ...log, size: checkpoint.size, note: kept });
    } catch (error) {
      this.#broken = true;
      this.#parts.print(`the state could not be written, nothing is signed any more: ${messageOf(error)}`);
      return { status: 500, why: 'the state could not be written' };
    }
    await this.#parts.onStored?.();
    return { status: 200, line };
  }

  async #remember(origin: string, log: RememberedLog): Promise<void> {
    const { stateFile, keyFile } = this.#parts;
    const next = { ...this.#state, serial: this.#state.serial + 1, logs: { ...this.#state.logs, [origin]: log } };
    await writeState(stateFile, keyFile, next);
    this.#state = next;
  }
}

type Problem = Pick<Contradiction, 'kind' | 'why'>;

/** Why the checkpoint does not continue the remembered one; null when it does. */
function contradictionIn({ checkpoint, oldSize, proof }: AddCheckpoint, log: RememberedLog): Problem | null {
  if (oldSize === 0)
    return proof.length === 0 ? null : { kind: 'unproven', why: 'a proof from an empty log has no lines' };
  const before = rememberedIn(log);
  if (before.size === checkpoint.size && !equalBytes(before.root, checkpoint.root))
    return { kind: 'split', why: `${checkpoint.origin} signed two roots for ${checkpoint.size} leaves` };
  if (verifyConsistency(before, checkpoint, proof)) return null;
  const why = `${checkpoint.origin}: the ${checkpoint.size} leaves were not shown to continue the first ${before.size}`;
  return { kind: 'unproven', why };
}

function rememberedIn({ note }: RememberedLog): Checkpoint {
  if (note === null) throw new Error('a size without a checkpoint');
  return parseCheckpoint(parseNote(note).text);
}

/** The note with only the log's own lines: lines added by others are not stored. */
function onlyOf(note: string, key: string): string {
  const { name } = parseVerifierKey(key);
  const { text } = parseNote(note);
  const lines = note.slice(text.length + 1).split('\n');
  return `${text}\n${lines
    .filter((line) => line.startsWith(`\u2014 ${name} `))
    .map((line) => `${line}\n`)
    .join('')}`;
}

function noNode(): never {
  throw new Error('an empty tree has no nodes');
}

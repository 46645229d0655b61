/** A log for the tests of the witness: grows on demand, signs anything, and talks to a witness over real HTTP. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { formatCheckpoint, type Checkpoint } from '@fairpot/fairness/tree/checkpoint';
import { appendLeaf, consistencyProof, leafHash, readerOf, rootOf } from '@fairpot/fairness/tree/merkle';
import { formatVerifierKey, noteKey, publicKeyOf, signNote } from '@fairpot/fairness/tree/note';
import { startWitness, type RunningWitness, type WitnessOptions } from './start.ts';

export const ORIGIN = 'log.test/one';
const SEED = new Uint8Array(32).fill(9);
export const LOG_KEY = formatVerifierKey(noteKey(ORIGIN, publicKeyOf(SEED)));

/** A checkpoint signed by this log's key, whatever its content. */
export function signCheckpoint(checkpoint: Checkpoint, signer = { name: ORIGIN, secretKey: SEED }): string {
  return signNote(formatCheckpoint(checkpoint), [signer]);
}

/** A history of leaves; two with another `story` differ from the leaf `from` on. */
export class TestLog {
  readonly #levels: Uint8Array[][] = [];

  constructor(size: number, story = 'a', from = 0) {
    for (let i = 0; i < size; i += 1) appendLeaf(this.#levels, leafHash(utf8(`${i < from ? 'a' : story} ${i}`)));
  }

  checkpoint(size: number, signer = { name: ORIGIN, secretKey: SEED }, origin = ORIGIN): string {
    return signCheckpoint({ origin, size, root: rootOf(readerOf(this.#levels), size) }, signer);
  }

  /** The body of add-checkpoint, proven from `old`. */
  body(old: number, size: number): string {
    const proof = consistencyProof(readerOf(this.#levels), old, size).map((hash) => `${toBase64(hash)}\n`);
    return `old ${old}\n${proof.join('')}\n${this.checkpoint(size)}`;
  }
}

export interface TestResponse {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

export async function post(witness: Pick<RunningWitness, 'url'>, body: string | Uint8Array): Promise<TestResponse> {
  const answer = await fetch(`${witness.url}/add-checkpoint`, {
    method: 'POST',
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

export interface WitnessHome {
  readonly folder: string;
  readonly keyFile: string;
  readonly stateFile: string;
  readonly said: string[];
  start(over?: Partial<WitnessOptions>): Promise<RunningWitness>;
}

/** A separate folder for one witness. */
export function makeHome(): WitnessHome {
  const folder = mkdtempSync(join(tmpdir(), 'fp-witness-'));
  const [keyFile, stateFile] = [join(folder, 'key'), join(folder, 'state')];
  const said: string[] = [];
  const options = {
    name: null,
    keyFile,
    stateFile,
    logs: [LOG_KEY],
    site: null,
    client: false,
    host: '127.0.0.1',
    port: 0,
    print: (line: string) => void said.push(line),
  };
  return { folder, keyFile, stateFile, said, start: (over) => startWitness({ ...options, ...over }) };
}

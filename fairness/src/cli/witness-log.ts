/**
 * The witnesses of a whole log, followed leaf by leaf: no cosigned head contradicts the leaves, and every lock was
 * under a head that enough witnesses cosigned before its beacon.
 *
 * Called by all.ts. Heads come from the site's list, a saved copy of it, and the witnesses of the policy themselves,
 * which are queried before the log is read. Invariant: a loaded cosigned head is compared with the leaves, or is a
 * finding.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { equalBytes } from '../encoding/bytes.ts';
import type { TreeHead } from '../tree/merkle.ts';
import type { LogFinding } from '../log/log-results.ts';
import type { NoteKey } from '../tree/note.ts';
import { isQuorum, evaluateNote } from '../tree/policy.ts';
import type { NoteJudgement, Policy } from '../tree/policy.ts';
import { drandRoundTime } from '../protocol/schedule.ts';
import type { BeaconTiming } from '../protocol/schedule.ts';
import { QUICKNET } from '../protocol/beacon.ts';
import type { LogRequest } from './args.ts';
import { download } from './download.ts';
import { UnusableInput } from './load.ts';
import { loadPolicy } from './witness-policy.ts';

const TIMEOUT_MS = 15_000;
const MAX_PAGES = 1_000_000;

/** A lock that no head with enough witnesses has covered yet. */
interface PendingLock {
  readonly index: number;
  readonly roundId: string;
  /** Epoch ms of the named output; infinite when the log does not describe its chain. */
  readonly deadline: number;
}

export class WitnessedLog {
  readonly #policy: Policy;
  readonly #required: boolean;
  readonly #notes: readonly string[];
  readonly #chains = new Map<string, BeaconTiming>([[QUICKNET.chainHash, QUICKNET]]);
  /** Ascending by size; the next one to compare comes first. */
  #heads: NoteJudgement[] = [];
  #pending: PendingLock[] = [];
  #locks = 0;
  #witnessed = 0;

  private constructor(policy: Policy, required: boolean, notes: readonly string[]) {
    this.#policy = policy;
    this.#required = required;
    this.#notes = notes;
  }

  /** Null without a policy. Queries the witnesses first: what the log shows afterwards must not be less. */
  static async open(request: LogRequest): Promise<WitnessedLog | null> {
    const policy = await loadPolicy(request);
    if (policy === null) return null;
    const asked = request.from === null ? await askWitnesses(policy) : [];
    const listed = request.from === null ? await listOfSite(request.site) : await listOfFile(request.from);
    if (request.save !== null) await writeFile(listFile(request.save), JSON.stringify(listed));
    return new WitnessedLog(policy, request.requireWitness, [...asked, ...listed]);
  }

  /** Opens the heads under the log's key; a note that does not verify is a finding. Called before the first leaf. */
  begin(key: NoteKey, size: number): LogFinding[] {
    const found: LogFinding[] = [];
    for (const note of this.#notes) {
      try {
        const judged = evaluateNote(this.#policy, note, { logKey: key });
        if (judged.witnessed.length === 0) continue;
        const { size: cosigned } = judged.checkpoint;
        if (cosigned <= size) this.#heads.push(judged);
        else {
          const names = judged.witnessed.map(({ witness }) => witness.name).join(', ');
          found.push({
            leaf: size,
            problem: `the log shows ${size} leaves, ${names} cosigned ${cosigned}: it was truncated, or is stale`,
          });
        }
      } catch (error) {
        const problem = 'a supposedly cosigned head: ' + `${error instanceof Error ? error.message : String(error)}`;
        found.push({ leaf: null, problem });
      }
    }
    this.#heads.sort((a, b) => a.checkpoint.size - b.checkpoint.size);
    return found;
  }

  /** Takes the next leaf; `head` covers everything up to it and is computed on demand. */
  take(entry: Uint8Array, index: number, head: () => TreeHead): LogFinding[] {
    this.#read(entry, index);
    const found: LogFinding[] = [];
    for (let next = this.#heads[0]; next?.checkpoint.size === index + 1; next = this.#heads[0]) {
      this.#heads.shift();
      if (equalBytes(head().root, next.checkpoint.root)) this.#cover(next);
      else {
        const names = next.witnessed.map(({ witness }) => witness.name).join(', ');
        found.push({
          leaf: null,
          problem: `the first ${next.checkpoint.size} leaves contradict the head that ${names} cosigned: two histories`,
        });
      }
    }
    return found;
  }

  /** Findings after the last leaf: with `--require-witness`, each lock without a timely quorum. */
  finish(): LogFinding[] {
    const missing = this.#required ? this.#pending : [];
    return missing.map(({ index, roundId }) => ({
      leaf: index,
      problem: `${roundId}: no quorum of witnesses cosigned its lock before its beacon`,
    }));
  }

  summary(): string {
    return `witnesses: ${this.#witnessed} of ${this.#locks} locks cosigned by the quorum before their beacon`;
  }

  /** Locks that this head proves in time are done; a later head may still prove the others. */
  #cover({ witnessed }: NoteJudgement): void {
    this.#pending = this.#pending.filter(({ deadline }) => {
      const inTime = witnessed.filter(({ time }) => time * 1_000 < deadline).map(({ witness }) => witness.name);
      const isProven = isQuorum(this.#policy, new Set(inTime));
      if (isProven) this.#witnessed += 1;
      return !isProven;
    });
  }

  /** Reads only the shape of locks and beacon descriptions; whether the leaf holds is verified elsewhere. */
  #read(entry: Uint8Array, index: number): void {
    const text = new TextDecoder().decode(entry);
    if (!text.includes('"type":"lock"') && !text.includes('"type":"terms"')) return;
    try {
      const leaf = JSON.parse(text) as {
        readonly type?: unknown;
        readonly roundId?: unknown;
        readonly drand?: {
          chain?: unknown;
          round?: unknown;
          chainHash?: unknown;
          genesisMs?: unknown;
          periodMs?: unknown;
        };
      };
      const { chain, round, chainHash, genesisMs, periodMs } = leaf.drand ?? {};
      if (
        leaf.type === 'terms' &&
        typeof chainHash === 'string' &&
        typeof genesisMs === 'number' &&
        typeof periodMs === 'number'
      )
        this.#chains.set(chainHash, this.#chains.get(chainHash) ?? { genesisMs, periodMs });
      if (leaf.type !== 'lock' || typeof chain !== 'string' || typeof round !== 'number') return;
      const timing = this.#chains.get(chain);
      this.#locks += 1;
      // A chain without a description has no times, so nothing was before it.
      const deadline = timing === undefined ? -Infinity : drandRoundTime(round, timing);
      this.#pending.push({ index, roundId: String(leaf.roundId), deadline });
    } catch {
      // Not JSON: the walk over the leaves says so.
    }
  }
}

/** The latest heads that the witnesses themselves have cosigned; an unreachable witness contributes none. */
async function askWitnesses({ witnesses, logs }: Policy): Promise<string[]> {
  const asked = witnesses.flatMap(({ url }) =>
    url === null ? [] : logs.map(({ key }) => lastOf(`${url}/${sha256Hex(key.name)}/checkpoint`)),
  );
  return (await Promise.all(asked)).flatMap((note) => note ?? []);
}

async function lastOf(url: string): Promise<string | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (answer === null) process.stderr.write(`fairpot-verify: the witness at ${url} does not answer\n`);
  return answer?.ok === true ? answer.text() : null;
}

async function listOfSite(site: URL): Promise<string[]> {
  const notes: string[] = [];
  const base = new URL('api/fair/log/cosigned', site.href.endsWith('/') ? site.href : `${site.href}/`);
  let after: number | null = 0;
  for (let page = 0; after !== null && page < MAX_PAGES; page += 1) {
    base.searchParams.set('after', String(after));
    const { response } = parsed(await download(base), base.href);
    notes.push(...textsOf(response?.checkpoints, base.href));
    const next: unknown = response?.next ?? null;
    // Guards against a list that never advances.
    after = typeof next === 'number' && next > after ? next : null;
  }
  return notes;
}

/** A page of the site's list, not yet checked. */
function parsed(page: Uint8Array | null, from: string): { response?: { checkpoints?: unknown; next?: unknown } } {
  if (page === null) throw new UnusableInput(`there is no ${from}`);
  try {
    return JSON.parse(new TextDecoder().decode(page)) as object;
  } catch {
    throw new UnusableInput(`${from} is not JSON`);
  }
}

/** Stored with a saved log; empty when it was saved without. */
async function listOfFile(path: string): Promise<string[]> {
  const file = listFile(path);
  const text = await readFile(file, 'utf8').catch(() => '[]');
  try {
    return textsOf(JSON.parse(text), file);
  } catch {
    throw new UnusableInput(`${file} is not a list of cosigned heads`);
  }
}

function listFile(path: string): string {
  return `${path.replace(/\/+$/, '')}.cosigned.json`;
}

function textsOf(value: unknown, from: string): string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
    throw new UnusableInput(`${from} is not a list of cosigned heads`);
  return value;
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

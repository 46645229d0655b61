/**
 * One run of the site's own verifier: the whole log as it is served, and its findings.
 *
 * Called by reports.ts. Reads the same files that anyone may download (tile-routes.ts), a page of 256 leaves at a time
 * and never in a transaction; a thread verifies them (report-thread.ts). Invariant: a run that was interrupted, or that
 * could not read, ends with an error and never with 'holds'.
 */
import { REPORT_FINDINGS } from '@fairpot/contract/log/calls';
import type { LogReport } from '@fairpot/contract/log/schemas';
import { openCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import type { LogFinding } from '@fairpot/fairness/log/log-results';
import type { TreeHead } from '@fairpot/fairness/tree/merkle';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { bundlePath, TILE_WIDTH, tilePath, tilesOf } from '@fairpot/fairness/tree/tiles';
import type { Deps } from '../../platform/process/deps.ts';
import { InvariantBroken, Refused } from '../../platform/runner/refused.ts';
import type { Db } from '../../platform/database/sql.ts';
import { currentHead } from '../queries.ts';
import type { ThreadRequest, KnownHead, ThreadReport } from './report-thread.ts';
import { VerifierThread } from './report-worker.ts';
import { headsBetween } from './report-store.ts';
import type { SignedHead } from '../store.ts';
import { tileFile } from '../tile-routes.ts';
import { messageOf } from '@fairpot/fairness/encoding/shape';

/** A finding's text is truncated here; the log itself has the rest. */
const MAX_CHARACTERS = 400;

export interface ReportRunParts {
  readonly deps: Pick<Deps, 'db' | 'config' | 'drandChain'>;
  /** The log's key on this server. */
  readonly key: string;
  /** The head of the last report: this log must continue it. */
  readonly before: TreeHead | null;
  readonly signal: AbortSignal;
  /** Called before each page with the number of leaves read; an error ends the run. */
  readonly onPage: (leaves: number) => Promise<void> | void;
}

export type LogRunResult = Pick<LogReport, 'rounds' | 'simulated' | 'found' | 'findings'> & { readonly head: TreeHead };

/** Verifies the log up to its published head. Throws when it cannot: the database is unreachable, the thread ended. */
export async function verifyPublishedLog(parts: ReportRunParts): Promise<LogRunResult> {
  const { db, config, drandChain } = parts.deps;
  const head = await currentHead(db);
  const found = new Findings();
  found.add(headFindings(head, parts));
  const thread = new VerifierThread(parts.signal);
  try {
    const chains = [drandChain];
    await thread.ask({ ask: 'begin', size: head.size, chains, acceptSimulated: config.mode === 'demo' });
    const last = await readLeaves(parts, head, thread, found);
    if (!last.broken) await readUpperTiles(db, head.size, thread, found);
    const { counts, simulated } = last;
    const { settled, cancelled, voided, scripted, running } = counts;
    const rounds = { settled, cancelled, voided, scripted, running };
    return { head: { size: head.size, root: head.root }, rounds, simulated, ...found.all };
  } finally {
    await thread.close();
  }
}

class Findings {
  #found = 0;
  #first: LogFinding[] = [];

  add(findings: readonly LogFinding[]): void {
    this.#found += findings.length;
    const room = REPORT_FINDINGS - this.#first.length;
    const cut = findings
      .slice(0, room)
      .map(({ leaf, problem }) => ({ leaf, problem: problem.slice(0, MAX_CHARACTERS) }));
    this.#first.push(...cut);
  }

  get all(): { found: number; findings: LogFinding[] } {
    return { found: this.#found, findings: this.#first };
  }
}

/** Findings about the head itself, before any leaf was read. */
function headFindings(head: SignedHead, { key, before }: ReportRunParts): LogFinding[] {
  const found: LogFinding[] = [];
  try {
    const { size, root } = openCheckpoint(head.note, parseVerifierKey(key));
    if (size !== head.size || !head.root.equals(root))
      found.push({ leaf: null, problem: `checkpoint: it is signed for other leaves than the head of ${head.size}` });
  } catch (error) {
    found.push({ leaf: null, problem: `checkpoint: ${messageOf(error)}` });
  }
  if (before !== null && before.size > head.size)
    found.push({
      leaf: head.size,
      problem: `the log has ${head.size} leaves and had ${before.size}: it was truncated`,
    });
  return found;
}

/** Every page of leaves, then the end; returns the thread's last response. */
async function readLeaves(
  parts: ReportRunParts,
  head: SignedHead,
  thread: VerifierThread,
  found: Findings,
): Promise<ThreadReport> {
  for (let from = 0; from < head.size; from += TILE_WIDTH) {
    await parts.onPage(from);
    const width = Math.min(TILE_WIDTH, head.size - from);
    const page = await readPage(parts, from, width);
    const report = await thread.ask(typeof page === 'string' ? { ask: 'end', broken: page } : page);
    found.add(report.findings);
    if (report.broken) return report;
  }
  const report = await thread.ask({ ask: 'end', broken: null });
  found.add(report.findings);
  return report;
}

/** The leaves of a page with their tile and the heads within it; a sentence when the log does not serve them. */
async function readPage(
  { deps: { db }, before }: ReportRunParts,
  from: number,
  width: number,
): Promise<ThreadRequest | string> {
  const index = from / TILE_WIDTH;
  const bundle = await served(db, bundlePath(index, width));
  if (typeof bundle === 'string') return `the log does not serve its leaves from here on: ${bundle}`;
  const tile = await served(db, tilePath({ level: 0, index, width }));
  if (typeof tile === 'string') return `the log does not serve the tile of its leaves: ${tile}`;
  const published = await headsBetween(db, from, from + width);
  const heads: KnownHead[] = published.map((head) => ({ ...head, source: 'the head that was published' }));
  if (before !== null && before.size > from && before.size <= from + width)
    heads.push({ ...before, source: 'the head of the last report' });
  return { ask: 'page', width, bundle, tile, heads };
}

async function readUpperTiles(db: Db, size: number, thread: VerifierThread, found: Findings): Promise<void> {
  for (const tile of tilesOf(size).filter(({ level }) => level > 0)) {
    const bytes = await served(db, tilePath(tile));
    if (typeof bytes === 'string') found.add([{ leaf: null, problem: `${tilePath(tile)}: ${bytes}` }]);
    else found.add((await thread.ask({ ask: 'upper', tile, bytes })).findings);
  }
}

/** The bytes as served to everyone; the reason when the log has lost them. An unreachable database is an error. */
async function served(db: Db, path: string): Promise<Uint8Array | string> {
  try {
    return await tileFile(db, path);
  } catch (error) {
    if (error instanceof InvariantBroken || error instanceof Refused) return error.message;
    throw error;
  }
}

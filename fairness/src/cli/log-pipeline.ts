/**
 * Passes a log through the verifier: the walk runs in this thread, its results are verified in batches, here or in
 * other threads.
 *
 * Called by all.ts. Invariant: findings are reported in leaf order, whichever batch is ready first, so that one thread
 * and many print the same text; and only a few batches are in progress at a time.
 */
import { WindowKeys } from '../log/log-results.ts';
import type { LogFinding, LogVerifyOptions, OpenedWindow, ResultsVerdict } from '../log/log-results.ts';
import { LogWalk } from '../log/log-walk.ts';
import type { LogCounts } from '../log/log-walk.ts';
import type { ResultsVerifier } from './threads.ts';

/** Above this size a batch would only delay results: its fixed costs (about 100 ms) are shared enough. */
const MAX_RESULTS = 1_024;
const MIN_RESULTS = 64;
/** Leaves of a completed round: open, lock, result. */
const LEAVES_OF_A_ROUND = 3;

/** For a log of `size` leaves: enough results to give each thread one batch, within these bounds. */
export function batchFor(size: number, threads: number): number {
  const share = Math.ceil(size / LEAVES_OF_A_ROUND / threads);
  return Math.min(MAX_RESULTS, Math.max(MIN_RESULTS, share));
}

/** Findings up to a batch's end, once the batch is verified. */
type Segment = { readonly rounds: number; readonly verdict: Promise<SegmentVerdict> };
const NOTHING: ResultsVerdict = { findings: [], windows: [], simulated: false };
type SegmentVerdict = { readonly findings: readonly LogFinding[]; readonly windows: readonly OpenedWindow[] };

export class LogPipeline {
  readonly #walk: LogWalk;
  readonly #verifier: ResultsVerifier;
  readonly #report: (findings: readonly LogFinding[]) => void;
  readonly #batch: number;
  readonly #segments: Segment[] = [];
  readonly #windows = new WindowKeys();
  #found: LogFinding[] = [];
  #simulated = false;

  /** `batch`: how many results are verified together (`batchFor`); `report` receives findings in leaf order. */
  constructor(
    batch: number,
    options: LogVerifyOptions,
    verifier: ResultsVerifier,
    report: (findings: readonly LogFinding[]) => void,
  ) {
    this.#walk = new LogWalk(options);
    this.#verifier = verifier;
    this.#report = report;
    this.#batch = batch;
  }

  /** Rounds count once their results are verified. */
  get counts(): LogCounts {
    const { counts, waiting } = this.#walk;
    const underWay = this.#segments.reduce((sum, { rounds }) => sum + rounds, waiting);
    return { ...counts, settled: counts.settled - underWay };
  }

  /** By name, the games that this build does not know, and how many settled rounds of each could not be verified. */
  get unverified(): ReadonlyMap<string, number> {
    return this.#walk.unverified;
  }

  get simulated(): boolean {
    return this.#simulated;
  }

  pendingNumbers(): readonly string[] {
    return this.#walk.pendingNumbers();
  }

  async add(entry: Uint8Array): Promise<void> {
    this.#found.push(...this.#walk.add(entry));
    if (this.#walk.waiting < this.#batch) return;
    this.#cut();
    // One batch per thread is running and one waits: more would only use memory.
    while (this.#segments.length > 2 * this.#verifier.threads) await this.#reportNext();
  }

  /** A finding of the caller's own, reported after those of the leaves before it. */
  note(finding: LogFinding): void {
    this.#found.push(finding);
  }

  /** Verifies and reports everything that was added. */
  async settle(): Promise<void> {
    this.#cut();
    while (this.#segments.length > 0) await this.#reportNext();
  }

  /** Finishes, and reports findings that only appear at the end of a log. */
  async finish(): Promise<void> {
    await this.settle();
    this.#found.push(...this.#walk.finish());
    await this.settle();
  }

  #cut(): void {
    const found = this.#found;
    this.#found = [];
    const results = this.#walk.takePending();
    if (results.length === 0 && found.length === 0 && this.#segments.length === 0) return;
    const verdict = (results.length === 0 ? Promise.resolve(NOTHING) : this.#verifier.verify(results)).then(
      ({ findings, windows, simulated }) => {
        this.#simulated ||= simulated;
        return { findings: [...found, ...findings], windows };
      },
    );
    // Awaited in order; until then a failure must not count as an unhandled rejection.
    verdict.catch(() => undefined);
    this.#segments.push({ rounds: results.filter((each) => 'result' in each).length, verdict });
  }

  async #reportNext(): Promise<void> {
    const next = this.#segments[0];
    if (next === undefined) return;
    const { findings, windows } = await next.verdict;
    this.#report([...findings, ...this.#windows.take(windows)].sort(byLeaf));
    this.#segments.shift();
  }
}

/** Stable, so that several findings at one leaf keep their order; those without a leaf come last. */
function byLeaf(a: LogFinding, b: LogFinding): number {
  const [x, y] = [a.leaf ?? Infinity, b.leaf ?? Infinity];
  return x === y ? 0 : x - y;
}

/**
 * A log on its way through the verifier: the walk in this thread, its results in batches by whoever verifies them.
 *
 * Called by all.ts. Invariant: findings are told in the order of the leaves, whatever batch is ready first, so that the same log
 * gets the same words from one thread and from many; and no more than a few batches are under way.
 */
import { WindowKeys } from '../log/log-results.ts';
import type { LogFinding, LogVerifyOptions, OpenedWindow, ResultsVerdict } from '../log/log-results.ts';
import { LogWalk } from '../log/log-walk.ts';
import type { LogCounts } from '../log/log-walk.ts';
import type { ResultsVerifier } from './threads.ts';

/** More than so many would wait in vain for the batch's fixed costs to be shared further (about 100 ms). */
const MOST_RESULTS = 1_024;
const LEAST_RESULTS = 64;
/** Leaves of a round that is played to its end: open, lock, result. */
const LEAVES_OF_A_ROUND = 3;

/** For a log of `size` leaves: as many as give each thread one batch, within what is worth it. */
export function batchFor(size: number, threads: number): number {
  const share = Math.ceil(size / LEAVES_OF_A_ROUND / threads);
  return Math.min(MOST_RESULTS, Math.max(LEAST_RESULTS, share));
}

/** Findings up to a batch's end, as soon as the batch is verified. */
type Segment = { readonly rounds: number; readonly verdict: Promise<SegmentVerdict> };
const NOTHING: ResultsVerdict = { findings: [], windows: [], simulated: false };
type SegmentVerdict = { readonly findings: readonly LogFinding[]; readonly windows: readonly OpenedWindow[] };

export class Judging {
  readonly #walk: LogWalk;
  readonly #verifier: ResultsVerifier;
  readonly #tell: (findings: readonly LogFinding[]) => void;
  readonly #batch: number;
  readonly #segments: Segment[] = [];
  readonly #windows = new WindowKeys();
  #found: LogFinding[] = [];
  #simulated = false;

  /** `batch`: how many results are verified together (`batchFor`); `tell` gets findings in their order. */
  constructor(
    batch: number,
    options: LogVerifyOptions,
    verifier: ResultsVerifier,
    tell: (findings: readonly LogFinding[]) => void,
  ) {
    this.#walk = new LogWalk(options);
    this.#verifier = verifier;
    this.#tell = tell;
    this.#batch = batch;
  }

  /** Rounds count once their results are verified. */
  get counts(): LogCounts {
    const { counts, waiting } = this.#walk;
    const underWay = this.#segments.reduce((sum, { rounds }) => sum + rounds, waiting);
    return { ...counts, settled: counts.settled - underWay };
  }

  /** By name, the games that this build does not know, and how many settled rounds of each could not be judged. */
  get unjudged(): ReadonlyMap<string, number> {
    return this.#walk.unjudged;
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
    // One batch per thread is at work and one waits for it: more would only fill the memory.
    while (this.#segments.length > 2 * this.#verifier.threads) await this.#tellNext();
  }

  /** A finding of the caller's own, told after those of the leaves before it. */
  note(finding: LogFinding): void {
    this.#found.push(finding);
  }

  /** Verifies and tells all that was added. */
  async settle(): Promise<void> {
    this.#cut();
    while (this.#segments.length > 0) await this.#tellNext();
  }

  /** Settles, and tells what only shows at the end of a log. */
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
    // Looked at when its turn comes; until then a failure must not count as unhandled.
    verdict.catch(() => undefined);
    this.#segments.push({ rounds: results.filter((each) => 'result' in each).length, verdict });
  }

  async #tellNext(): Promise<void> {
    const next = this.#segments[0];
    if (next === undefined) return;
    const { findings, windows } = await next.verdict;
    this.#tell([...findings, ...this.#windows.take(windows)].sort(byLeaf));
    this.#segments.shift();
  }
}

/** Stable, so that several findings at one leaf keep their order; those without a leaf come last. */
function byLeaf(a: LogFinding, b: LogFinding): number {
  const [x, y] = [a.leaf ?? Infinity, b.leaf ?? Infinity];
  return x === y ? 0 : x - y;
}

/**
 * Verification of the whole public log by one thread, entry by entry: the way in for whoever holds the entries of a log.
 *
 * The server's tests and the tests of this package call it; the CLI does the same with many results at a time (cli/judging.ts).
 * Invariant: findings come in the order of the leaves, and no result counts that was not recomputed.
 */
import { Known, verifyPending, WindowKeys } from './log-results.ts';
import type { LogFinding, LogVerifyOptions } from './log-results.ts';
import { LogWalk } from './log-walk.ts';
import type { LogCounts } from './log-walk.ts';

/** Beacon outputs that are remembered as held: rounds that share one lie near each other. */
const MOST_REMEMBERED = 10_000;

export class LogVerifier {
  readonly #options: LogVerifyOptions;
  readonly #walk: LogWalk;
  readonly #windows = new WindowKeys();
  #known = new Known();
  #simulated = false;

  constructor(options: LogVerifyOptions = {}) {
    this.#options = options;
    this.#walk = new LogWalk(options);
  }

  get counts(): LogCounts & { readonly simulated: boolean } {
    return { ...this.#walk.counts, simulated: this.#simulated };
  }

  /** By name, the games that this build does not know, and how many settled rounds of each could not be judged. */
  get unjudged(): ReadonlyMap<string, number> {
    return this.#walk.unjudged;
  }

  /** Judges the next entry. Hashes are the caller's business (log-read.ts). */
  add(entry: Uint8Array): readonly LogFinding[] {
    return [...this.#walk.add(entry), ...this.#verify()];
  }

  /** What is left to say after the last entry: gaps, locked rounds that never ended, and seals that they left behind. */
  finish(): readonly LogFinding[] {
    return [...this.#walk.finish(), ...this.#verify()];
  }

  /** Round numbers that are not there yet, though a higher one just opened: an opening under way. */
  pendingNumbers(): readonly string[] {
    return this.#walk.pendingNumbers();
  }

  #verify(): readonly LogFinding[] {
    if (this.#known.outputs.size + this.#known.windows.size > MOST_REMEMBERED) this.#known = new Known();
    const { findings, windows, simulated } = verifyPending(this.#walk.takePending(), this.#options, this.#known);
    this.#simulated ||= simulated;
    return [...findings, ...this.#windows.take(windows)];
  }
}

/**
 * Verification of the whole public log by one thread, entry by entry: the way in for whoever holds the entries of a log.
 *
 * The server's tests and the tests of this package call it; the CLI does the same with many results at a time (cli/judging.ts).
 * Invariant: findings come in the order of the leaves, and no result counts that was not recomputed.
 */
import { verifyResults } from './log-results.ts';
import type { LogFinding, LogVerifyOptions } from './log-results.ts';
import { LogWalk } from './log-walk.ts';
import type { LogCounts } from './log-walk.ts';

/** Beacon outputs that are remembered as held: rounds that share one lie near each other. */
const MOST_REMEMBERED = 10_000;

export class LogVerifier {
  readonly #options: LogVerifyOptions;
  readonly #walk: LogWalk;
  readonly #held = new Set<string>();
  #simulated = false;

  constructor(options: LogVerifyOptions = {}) {
    this.#options = options;
    this.#walk = new LogWalk(options);
  }

  get counts(): LogCounts & { readonly simulated: boolean } {
    return { ...this.#walk.counts, simulated: this.#simulated };
  }

  /** Judges the next entry. Hashes are the caller's business (log-read.ts). */
  add(entry: Uint8Array): readonly LogFinding[] {
    const found = this.#walk.add(entry);
    if (this.#held.size > MOST_REMEMBERED) this.#held.clear();
    const { findings, simulated } = verifyResults(this.#walk.takeResults(), this.#options, this.#held);
    this.#simulated ||= simulated;
    return [...found, ...findings];
  }

  /** What is left to say after the last entry: gaps, and locked rounds that never ended. */
  finish(): readonly LogFinding[] {
    return this.#walk.finish();
  }

  /** Round numbers that are not there yet, though a higher one just opened: an opening under way. */
  pendingNumbers(): readonly string[] {
    return this.#walk.pendingNumbers();
  }
}

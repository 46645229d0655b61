/**
 * Verification of the whole public log by one thread, entry by entry, for callers that have the entries.
 *
 * The server's tests and the tests of this package call it; the CLI does the same with many results at a time
 * (cli/log-pipeline.ts). Invariant: findings come in leaf order, and no result counts unless it was recomputed.
 */
import { VerifiedCache, verifyPending, WindowKeys } from './log-results.ts';
import type { LogFinding, LogVerifyOptions } from './log-results.ts';
import { LogWalk } from './log-walk.ts';
import type { LogCounts } from './log-walk.ts';

/** How many valid beacon outputs are remembered: rounds that share one are close together. */
const MAX_REMEMBERED = 10_000;

export class LogVerifier {
  readonly #options: LogVerifyOptions;
  readonly #walk: LogWalk;
  readonly #windows = new WindowKeys();
  #known = new VerifiedCache();
  #simulated = false;

  constructor(options: LogVerifyOptions = {}) {
    this.#options = options;
    this.#walk = new LogWalk(options);
  }

  get counts(): LogCounts & { readonly simulated: boolean } {
    return { ...this.#walk.counts, simulated: this.#simulated };
  }

  /** By name, the games that this build does not know, and how many settled rounds of each could not be verified. */
  get unverified(): ReadonlyMap<string, number> {
    return this.#walk.unverified;
  }

  /** Verifies the next entry. Hashes are the caller's responsibility (log-read.ts). */
  add(entry: Uint8Array): readonly LogFinding[] {
    return [...this.#walk.add(entry), ...this.#verify()];
  }

  /** Findings after the last entry: gaps, locked rounds that never ended, and the seals they left behind. */
  finish(): readonly LogFinding[] {
    return [...this.#walk.finish(), ...this.#verify()];
  }

  /** Missing round numbers below one that just opened: an opening in progress. */
  pendingNumbers(): readonly string[] {
    return this.#walk.pendingNumbers();
  }

  #verify(): readonly LogFinding[] {
    if (this.#known.outputs.size + this.#known.windows.size > MAX_REMEMBERED) this.#known = new VerifiedCache();
    const { findings, windows, simulated } = verifyPending(this.#walk.takePending(), this.#options, this.#known);
    this.#simulated ||= simulated;
    return [...findings, ...this.#windows.take(windows)];
  }
}

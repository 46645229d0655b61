/**
 * The thread that verifies the log for report-run.ts: hashes, the walk over the leaves, every result and every seal. It
 * has no database; it receives what the site serves, page after page, and returns its findings for each.
 *
 * Invariant: a page is answered after everything sent before it has been read, so that only one page is in progress.
 */
import { parentPort } from 'node:worker_threads';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { equalBytes, toHex } from '@fairpot/fairness/encoding/bytes';
import { batchFor, LogPipeline } from '@fairpot/fairness/cli/log-pipeline';
import { ownThread } from '@fairpot/fairness/cli/threads';
import { LogBroken, LogReader } from '@fairpot/fairness/log/log-read';
import type { LogFinding } from '@fairpot/fairness/log/log-results';
import type { LogCounts } from '@fairpot/fairness/log/log-walk';
import type { TreeHead } from '@fairpot/fairness/tree/merkle';
import type { Tile } from '@fairpot/fairness/tree/tiles';

/** A head that the log's first `size` leaves must have, and its source. */
export type KnownHead = TreeHead & { readonly source: string };

/** `end`: no page follows. `broken`: why the log could not be read further. */
export type ThreadRequest =
  | {
      readonly ask: 'begin';
      readonly size: number;
      readonly chains: readonly DrandChain[];
      readonly acceptSimulated: boolean;
    }
  | {
      readonly ask: 'page';
      readonly width: number;
      readonly bundle: Uint8Array;
      readonly tile: Uint8Array;
      readonly heads: readonly KnownHead[];
    }
  | { readonly ask: 'end'; readonly broken: string | null }
  | { readonly ask: 'upper'; readonly tile: Tile; readonly bytes: Uint8Array };

/** `broken`: the leaves contradict their hashes, and nothing behind them can be verified. */
export type ThreadReport = {
  readonly findings: readonly LogFinding[];
  readonly counts: LogCounts;
  readonly simulated: boolean;
  readonly broken: boolean;
};
export type ThreadResponse = ThreadReport | { readonly error: string };

class LogVerification {
  readonly #reader = new LogReader();
  readonly #pipeline: LogPipeline;
  #findings: LogFinding[] = [];
  #broken = false;

  constructor({ size, ...options }: Extract<ThreadRequest, { ask: 'begin' }>) {
    const verifier = ownThread(options);
    this.#pipeline = new LogPipeline(batchFor(size, verifier.threads), options, verifier, (findings) =>
      this.#findings.push(...findings),
    );
  }

  async answer(request: Exclude<ThreadRequest, { ask: 'begin' }>): Promise<ThreadReport> {
    if (request.ask === 'page') await this.#page(request);
    else if (request.ask === 'end') await this.#end(request.broken);
    else this.#upper(request.tile, request.bytes);
    return this.takeReport();
  }

  /** Findings since the last response. */
  takeReport(): ThreadReport {
    const { counts, simulated } = this.#pipeline;
    const findings = this.#findings;
    this.#findings = [];
    return { findings, counts, simulated, broken: this.#broken };
  }

  async #page({ width, bundle, tile, heads }: Extract<ThreadRequest, { ask: 'page' }>): Promise<void> {
    try {
      for (const entry of this.#reader.read(bundle, tile, width)) {
        await this.#pipeline.add(entry);
        for (const head of heads) if (head.size === this.#reader.size) this.#compare(head);
      }
    } catch (error) {
      if (!(error instanceof LogBroken)) throw error;
      await this.#breakOff(error.leaf, error.message);
    }
  }

  #compare({ root, size, source }: KnownHead): void {
    const found = this.#reader.head.root;
    if (equalBytes(found, root)) return;
    const problem = `the first ${size} leaves hash to ${toHex(found)}, ${source} has ${toHex(root)}`;
    this.#pipeline.note({ leaf: null, problem });
  }

  /** The leaves before it hash to what was signed, so they are still verified. */
  async #breakOff(leaf: number, problem: string): Promise<void> {
    this.#broken = true;
    await this.#pipeline.settle();
    this.#findings.push({ leaf, problem });
  }

  #end(broken: string | null): Promise<void> {
    return broken === null ? this.#pipeline.finish() : this.#breakOff(this.#reader.size, broken);
  }

  #upper(tile: Tile, bytes: Uint8Array): void {
    const problem = this.#reader.tileProblem(tile, bytes);
    if (problem !== null) this.#findings.push({ leaf: null, problem });
  }
}

let verification: LogVerification | null = null;

async function answer(request: ThreadRequest): Promise<ThreadResponse> {
  try {
    if (request.ask === 'begin') {
      verification = new LogVerification(request);
      return verification.takeReport();
    }
    return verification === null ? { error: 'requested before it began' } : await verification.answer(request);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on(
  'message',
  (request: ThreadRequest) => void answer(request).then((response) => parentPort?.postMessage(response)),
);

/** Progress of `--all`: a line on stderr every two seconds, and totals at the end. */
import type { LogCounts } from '../log/log-walk.ts';

const EVERY_MS = 2_000;

export class ProgressLine {
  readonly #size: number;
  readonly #quiet: boolean;
  readonly #from = performance.now();
  #shownAt = this.#from;

  constructor(size: number, quiet: boolean) {
    this.#size = size;
    this.#quiet = quiet;
  }

  show(counts: LogCounts): void {
    if (this.#quiet || performance.now() - this.#shownAt < EVERY_MS) return;
    this.#shownAt = performance.now();
    process.stderr.write(`  ${grouped(counts.leaves)} of ${grouped(this.#size)} leaves, ${this.#rate(counts)}\n`);
  }

  summary(counts: LogCounts): string {
    const { leaves, settled, cancelled, voided, restored, scripted, unverified, running } = counts;
    const seconds = ((performance.now() - this.#from) / 1_000).toFixed(1);
    const rounds = `${grouped(settled)} settled, ${cancelled} cancelled, ${voided} voided, ${running} running`;
    // Only when there are any, and then always: they make no claim that could be verified.
    const staged = scripted === 0 ? '' : `; ${scripted} SCRIPTED (winner chosen by staff, nothing to verify)`;
    const unknown = unverified === 0 ? '' : `; ${grouped(unverified)} NOT VERIFIED`;
    const lost =
      restored === 0 ? '' : `; ${restored} of them VOIDED BY A RESTORE (the site says its database lost them)`;
    return (
      `${grouped(leaves)} leaves; rounds: ${rounds}${lost}${staged}${unknown}; ${seconds} s, ` + `${this.#rate(counts)}`
    );
  }

  #rate({ settled, cancelled, voided }: LogCounts): string {
    const rounds = settled + cancelled + voided;
    const seconds = Math.max(0.001, (performance.now() - this.#from) / 1_000);
    return `${grouped(rounds)} rounds, ${(rounds / seconds).toFixed(0)} rounds/s`;
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

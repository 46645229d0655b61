/**
 * The polling loops of the other processes (trade worker, chain watcher, signer). Each continues after any failure. Loops that say when they are due
 * rest on an idle site, while this process hears the commits of others (runner/due-sweeps.ts). A database outage is one warning
 * a minute for all loops together: `npm run dev` stops the database at each restart of the server, and it comes back by itself.
 */
import { DatabaseUnavailable } from '../database/db.ts';
import type { Db } from '../database/sql.ts';
import { WakeCalls } from '../live/wake-calls.ts';
import type { LoopHealth } from '../metrics/loop-health.ts';
import { DueSweeps, type Resting } from '../runner/due-sweeps.ts';
import type { Clock, Log } from './ports.ts';

interface LoopParts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Notes the loops' successes; without one, no port reports them. */
  readonly health?: LoopHealth | undefined;
}

/** What loops need to rest. */
export interface RestParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** URL of the database for the connection that hears commits; without one no loop rests. */
  readonly wakeUrl?: string | undefined;
}

const SAY_AGAIN_MS = 60_000;

export class Loops {
  readonly #parts: LoopParts;
  readonly #signal: AbortSignal;
  readonly #process: string;
  /** When the outage was last logged; null while the database is available. */
  #saidAwayAt: number | null = null;
  #due: DueSweeps | null = null;

  /** `process`: its name in the log. The loops end when the signal is aborted. */
  constructor(parts: LoopParts, process: string, signal: AbortSignal) {
    this.#parts = parts;
    this.#process = process;
    this.#signal = signal;
  }

  /** Lets these loops rest, until the signal is aborted. Called before they run. */
  async letRest({ wakeUrl, ...parts }: RestParts, resting: readonly Resting[]): Promise<void> {
    const wakes = new WakeCalls({ ...parts, url: wakeUrl ?? null, node: '', onCall: () => due.look() });
    const due = new DueSweeps({ ...parts, sweeps: resting, hears: () => wakes.hears });
    this.#due = due;
    await Promise.all([wakes.run(this.#signal), due.run(this.#signal)]);
  }

  /**
   * Runs `once` at this interval, and again at once if it returns true (more work is due). `about`: names the loop in the log of a failure. `resting`:
   * the loop as `letRest` knows it.
   */
  async run(
    everyMs: number,
    about: Readonly<Record<string, string>>,
    once: () => Promise<boolean>,
    resting?: Resting,
  ): Promise<void> {
    const { clock, health } = this.#parts;
    const name = Object.values(about).join(' ');
    health?.began(name, everyMs, clock.now());
    while (!this.#signal.aborted) {
      let isMore = false;
      try {
        isMore = await once();
        this.#worked();
        health?.succeeded(name, clock.now());
      } catch (error) {
        this.#failed(error, about);
        health?.failed(name);
      }
      // The signal ends the sleep early.
      if (!isMore) await clock.sleep(everyMs, this.#signal).catch(() => undefined);
      if (!isMore && resting) await this.#due?.rest(resting, this.#signal);
    }
  }

  #worked(): void {
    if (this.#saidAwayAt !== null) this.#parts.log.info({}, `${this.#process}: database available again`);
    this.#saidAwayAt = null;
  }

  #failed(error: unknown, about: Readonly<Record<string, unknown>>): void {
    const { clock, log } = this.#parts;
    if (!(error instanceof DatabaseUnavailable)) {
      log.error({ err: error, ...about }, `${this.#process}: failed; retrying`);
    } else if (this.#saidAwayAt === null || clock.now() - this.#saidAwayAt >= SAY_AGAIN_MS) {
      this.#saidAwayAt = clock.now();
      log.warn({ err: error, ...about }, `${this.#process}: database unavailable`);
    }
  }
}

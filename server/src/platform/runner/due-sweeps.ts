/**
 * Which sweeps are due: one statement asks the questions of all sweeps that have one (`Sweep.due`). So a node without work makes a few small
 * transactions a second, instead of some for each sweep. Used by sweeps.ts.
 *
 * Invariants: each look asks for the site's time at that moment, so a clock that jumps is noticed at the next look. A sweep never rests longer than
 * `LONGEST_REST_MS`. When the questions cannot be answered, every sweep runs at its own interval.
 */
import { sql, type Db, type Sql } from '../database/sql.ts';
import type { Sweep } from './feature.ts';
import type { Clock, Log } from '../process/ports.ts';

export interface DueParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sweeps: readonly Sweep[];
}

/** Between two looks while something was due or committed lately: the shortest interval of a sweep. */
const LOOK_MS = 250;
/** Between two looks otherwise. */
export const IDLE_LOOK_MS = 500;
const LATELY_MS = 10_000;
/** A question that is wrong delays work by this much. */
export const LONGEST_REST_MS = 30_000;
/** Under load, many commits share one look. */
const GATHER_MS = 100;
const RETRY_MS = 1_000;

interface Rest {
  readonly since: number;
  readonly end: () => void;
}

export class DueSweeps {
  readonly #parts: DueParts;
  readonly #asking: readonly (readonly [sweep: Sweep, due: (now: number) => Sql])[];
  readonly #resting = new Map<Sweep, Rest>();
  /** By the last look; all of them before the first look and after one that failed. */
  #due: ReadonlySet<Sweep>;
  #lastDueAt = -Infinity;
  #isFailing = false;
  #woken = false;
  #wake: () => void = () => undefined;

  constructor(parts: DueParts) {
    this.#parts = parts;
    this.#asking = parts.sweeps.flatMap((sweep) => (sweep.due ? [[sweep, sweep.due] as const] : []));
    this.#due = new Set(parts.sweeps);
  }

  /** Looks soon: something was committed. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Resolves when the sweep is due: at once if the last look said so, or if it has no question. */
  async rest(sweep: Sweep, signal: AbortSignal): Promise<void> {
    if (sweep.due === undefined || this.#due.has(sweep) || signal.aborted) return;
    await new Promise<void>((end) => {
      this.#resting.set(sweep, { since: this.#parts.clock.now(), end });
      signal.addEventListener('abort', () => end(), { once: true });
    });
    this.#resting.delete(sweep);
  }

  /** Looks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    while (!signal.aborted && this.#asking.length > 0) {
      this.#woken = false;
      await this.#look();
      for (const [sweep, { since, end }] of this.#resting) {
        if (this.#due.has(sweep) || Math.abs(clock.now() - since) >= LONGEST_REST_MS) end();
      }
      const untilMs = this.#isFailing ? RETRY_MS : this.#isBusy() ? LOOK_MS : IDLE_LOOK_MS;
      await clock.sleep(GATHER_MS, signal).catch(() => undefined); // aborted: the loop ends
      if (this.#woken) this.#lastDueAt = clock.now();
      else await this.#pause(untilMs - GATHER_MS, signal);
    }
  }

  async #look(): Promise<void> {
    const { db, clock, log } = this.#parts;
    const now = clock.now();
    const questions = this.#asking.map(([, due]) => due(now)).reduce((all, each) => sql`${all}, ${each}`);
    try {
      const { answers } = await db.one<{ answers: boolean[] }>(sql`select array[${questions}] as answers`);
      this.#due = new Set(this.#asking.flatMap(([sweep], i) => (answers[i] === true ? [sweep] : [])));
      if (this.#due.size > 0) this.#lastDueAt = now;
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.warn({ err: error }, 'due sweeps not read; every sweep runs at its interval');
      this.#due = new Set(this.#parts.sweeps);
      this.#isFailing = true;
    }
  }

  #isBusy(): boolean {
    return Math.abs(this.#parts.clock.now() - this.#lastDueAt) < LATELY_MS;
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    // A wake-up and an abort both end the pause early.
    await this.#parts.clock.sleep(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
    this.#wake = () => undefined;
  }
}

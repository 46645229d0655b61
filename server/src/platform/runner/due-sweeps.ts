/**
 * Lets sweeps rest on an idle site. While something was committed or due within the last seconds, every sweep runs at its own interval, as if there
 * were no rest. Afterwards one statement asks the questions of all sweeps that have one (`Sweep.due`) every five seconds: a process without work makes one small
 * transaction for all of them, instead of some for each sweep. Used by sweeps.ts, and by the loops of the workers.
 *
 * Invariants: each look asks for the site's time at that moment, so a clock that jumps is noticed at the next look. It asks for the work until the next
 * look, so that none is late. Whatever the answers, only upkeep rests longer than `LONGEST_REST_MS`. When the questions cannot be answered, or this
 * process does not hear the commits of others, no sweep rests.
 */
import { sql, type Db } from '../database/sql.ts';
import type { Sweep } from './feature.ts';
import type { Clock, Log } from '../process/ports.ts';

/** What rests: a sweep, or a loop of a worker. */
export type Resting = Pick<Sweep, 'name' | 'due' | 'isUpkeep'>;

export interface DueParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sweeps: readonly Resting[];
  /** Whether people are connected to this node; never by default. */
  readonly attended?: () => boolean;
  /** Whether this process hears when others commit (live/wake-calls.ts). While it does not, no sweep rests. Always by default. */
  readonly hears?: () => boolean;
}

/** Sweeps rest when nothing was committed or due for this long. */
export const BUSY_MS = 10_000;
/** Between two looks while sweeps rest. */
export const LOOK_MS = 5_000;
/** A question that is wrong delays work by this much. */
export const LONGEST_REST_MS = 60_000;

interface Rest {
  readonly since: number;
  readonly end: () => void;
}

export class DueSweeps {
  readonly #parts: DueParts;
  readonly #asking: readonly Resting[];
  readonly #resting = new Map<Resting, Rest>();
  /** By the last look; a run takes it out. */
  #due = new Set<Resting>();
  #isBusy = true;
  /** Something was committed since the loop last looked at it. */
  #isWoken = true;
  /** Something happened since the last look began. */
  #isLookWanted = false;
  #isFailing = false;
  #endPause: () => void = () => undefined;

  constructor(parts: DueParts) {
    this.#parts = parts;
    this.#asking = parts.sweeps.filter(({ due }) => due !== undefined);
  }

  /** Whether all sweeps run at their intervals. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Something was committed: all sweeps run at their intervals again, beginning now. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isBusy) this.#endPause();
  }

  /** Something happened that may concern a sweep: looks at once. */
  look(): void {
    this.#isLookWanted = true;
    if (!this.#isBusy) this.#endPause();
  }

  /** Resolves when the sweep may run: at once, if it has no question or the site is busy. */
  async rest(sweep: Resting, signal: AbortSignal): Promise<void> {
    if (sweep.due === undefined || this.#isBusy || this.#due.delete(sweep) || signal.aborted) return;
    await new Promise<void>((end) => this.#resting.set(sweep, { since: this.#parts.clock.now(), end }));
  }

  /** Looks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    while (!signal.aborted && this.#asking.length > 0) {
      const wasWoken = this.#isWoken;
      this.#isWoken = false;
      if (wasWoken || (await this.#look()) || this.#isWoken) {
        this.#begin();
        await clock.sleep(BUSY_MS, signal).catch(() => undefined); // aborted: the loop ends
      } else {
        this.#isBusy = false;
        await this.#pause(signal);
      }
    }
    this.#begin();
  }

  /** Ends the rests that are over. Returns whether the site has work: a sweep other than upkeep is due. */
  async #look(): Promise<boolean> {
    const { clock } = this.#parts;
    this.#isLookWanted = false;
    this.#due = await this.#askAll();
    const hasWork = [...this.#due].some(({ isUpkeep }) => isUpkeep !== true);
    for (const [sweep, { since }] of this.#resting) {
      const isLong = sweep.isUpkeep !== true && Math.abs(clock.now() - since) >= LONGEST_REST_MS;
      if (this.#due.delete(sweep) || isLong) this.#end(sweep);
    }
    return hasWork;
  }

  async #askAll(): Promise<Set<Resting>> {
    const { db, clock, log, attended, hears } = this.#parts;
    if (hears?.() === false) return new Set(this.#asking);
    const now = clock.now();
    const isAttended = attended?.() ?? false;
    const questions = this.#asking.flatMap(
      ({ due, isUpkeep }) => due?.(isUpkeep === true ? now : now + LOOK_MS, isAttended) ?? [],
    );
    try {
      const { answers } = await db.one<{ answers: boolean[] }>(sql`
        select array[${questions.reduce((all, each) => sql`${all}, ${each}`)}] as answers`);
      this.#isFailing = false;
      return new Set(this.#asking.filter((_, i) => answers[i] === true));
    } catch (error) {
      if (!this.#isFailing) log.warn({ err: error }, 'due sweeps not read; every sweep runs at its interval');
      this.#isFailing = true;
      return new Set(this.#asking);
    }
  }

  /** The site is busy: no sweep rests. */
  #begin(): void {
    this.#isBusy = true;
    for (const sweep of [...this.#resting.keys()]) this.#end(sweep);
  }

  #end(sweep: Resting): void {
    this.#resting.get(sweep)?.end();
    this.#resting.delete(sweep);
  }

  async #pause(signal: AbortSignal): Promise<void> {
    if (this.#isLookWanted) return;
    const ended = new AbortController();
    this.#endPause = () => ended.abort();
    // An end and an abort both end the sleep early.
    await this.#parts.clock.sleep(LOOK_MS, AbortSignal.any([signal, ended.signal])).catch(() => undefined);
    this.#endPause = () => undefined;
  }
}

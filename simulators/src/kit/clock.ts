/**
 * The one movable clock that every simulated service reads. Made once per process by start.ts; moved through the control API. It sits on a base clock
 * (the machine's, or a test's own fake), so a test that advances its own clock moves the simulators with it. This is the only file of the room that
 * reads machine time.
 */

/** Any source of time: epoch milliseconds. */
export interface BaseClock {
  now(): number;
}

/** The clock's state on the control API. Times are epoch milliseconds. */
export interface ClockReading {
  readonly nowMs: number;
  readonly offsetMs: number;
  readonly frozen: boolean;
}

const machineClock: BaseClock = { now: () => Date.now() };

/** A base clock plus an offset, that can be stopped. Only `set` can move it back. */
export class VirtualClock implements BaseClock {
  readonly #base: BaseClock;
  #offsetMs = 0;
  #frozenAtMs: number | null = null;

  constructor(base: BaseClock = machineClock) {
    this.#base = base;
  }

  /** Virtual epoch milliseconds. */
  now(): number {
    return this.#frozenAtMs ?? this.#base.now() + this.#offsetMs;
  }

  advance(ms: number): void {
    this.set(this.now() + ms);
  }

  set(ms: number): void {
    this.#offsetMs = ms - this.#base.now();
    if (this.#frozenAtMs !== null) this.#frozenAtMs = ms;
  }

  /** Stops the clock at its current time, or lets it run on from there. */
  freeze(frozen: boolean): void {
    const now = this.now();
    this.#frozenAtMs = frozen ? now : null;
    this.#offsetMs = now - this.#base.now();
  }

  read(): ClockReading {
    return { nowMs: this.now(), offsetMs: this.#offsetMs, frozen: this.#frozenAtMs !== null };
  }
}

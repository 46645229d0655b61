/**
 * The one movable clock that every simulated service reads. Made once per process by start.ts; moved through the control API. It sits on a base clock
 * (the machine's, or a test's own fake), so a test that advances its own clock moves the simulators with it. This is the only file of the room that
 * reads machine time.
 */

/** Any source of time: epoch milliseconds. */
export interface BaseClock {
  now(): number;
}

const machineClock: BaseClock = { now: () => Date.now() };

/** A base clock plus an offset. Only `set` can move it back. */
export class VirtualClock implements BaseClock {
  readonly #base: BaseClock;
  #offsetMs = 0;

  constructor(base: BaseClock = machineClock) {
    this.#base = base;
  }

  /** Virtual epoch milliseconds. */
  now(): number {
    return this.#base.now() + this.#offsetMs;
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }

  set(ms: number): void {
    this.#offsetMs = ms - this.#base.now();
  }
}

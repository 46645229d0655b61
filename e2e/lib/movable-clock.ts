/**
 * The machine's clock, moved ahead on command, for the games of a fast site (host.ts): a minute's countdown takes no minute. Sleepers wake when their
 * moment has passed, as after suspend.
 */
import type { Clock } from '../../server/src/platform/process/ports.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
  timer: NodeJS.Timeout;
}

export class MovableClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  #offsetMs: number;

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Sets how far it is ahead of the machine. Never less than before. */
  moveTo(offsetMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
    for (const sleeper of this.#sleepers) {
      clearTimeout(sleeper.timer);
      sleeper.timer = this.#alarm(sleeper.due, sleeper.wake);
    }
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const due = this.now() + ms;
      const end = (finish: () => void) => () => {
        clearTimeout(sleeper.timer);
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', onAbort);
        finish();
      };
      const wake = end(resolve);
      const onAbort = end(() => reject(signal?.reason as Error));
      const sleeper: Sleeper = { due, wake, timer: this.#alarm(due, wake) };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #alarm(due: number, wake: () => void): NodeJS.Timeout {
    return setTimeout(wake, Math.max(0, due - this.now()));
  }
}

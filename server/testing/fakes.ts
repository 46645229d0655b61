/** Ports for tests: a manual clock, sequential ids, seeded randomness. */
import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '@fairpot/contract/wire/ids';
import { base32, systemClock } from '../src/platform/process/system-ports.ts';
import type { Clock, Ids, Random } from '../src/platform/process/ports.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Stands still until `advance`. Starts at 2026-01-01T00:00:00Z. */
export class FakeClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];

  constructor(startAt = Date.UTC(2026, 0, 1)) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((s) => s !== sleeper);
        reject(signal?.reason as Error);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { due: this.#now + ms, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Advances by `ms`, waking sleepers in the order they are due; woken code may sleep again within the span. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await turn();
      const next = this.#sleepers.filter((s) => s.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.#sleepers = this.#sleepers.filter((s) => s !== next);
      this.#now = Math.max(this.#now, next.due);
      next.wake();
    }
    this.#now = end;
  }
}

/** A clock with an offset of `ms` to another one (negative: behind) that moves with it: the clock of a node that is off. */
export function offsetClock(clock: Clock, ms: number): Clock {
  return { now: () => clock.now() + ms, sleep: (span, signal) => clock.sleep(span, signal) };
}

/** The pace of a server, for tests: real time for short sleeps. Sleeps of `fromMs` or longer last until `pass` or an abort. */
export class ManualPace implements Clock {
  readonly #fromMs: number;
  #waiting: (() => void)[] = [];

  constructor(fromMs: number) {
    this.#fromMs = fromMs;
  }

  now(): number {
    return systemClock.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms < this.#fromMs) return systemClock.sleep(ms, signal);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.rests += 1;
      this.#waiting.push(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }

  /** Number of long sleeps so far. */
  rests = 0;

  /** Ends all current long sleeps. */
  pass(): void {
    for (const end of this.#waiting.splice(0)) end();
  }
}

/** Lets everything that is ready run. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** rnd_...001, rnd_...002: valid ids that sort by creation. */
export function countedIds(after = 0): Ids {
  let count = after;
  return { next: (kind) => `${ID_PREFIXES[kind]}_${'0'.repeat(16)}${base32(++count)}` };
}

/** The same bytes for the same seed: sha256(seed, counter), block after block. */
export function seededRandom(seed: string): Random {
  let block = 0;
  return {
    bytes(count) {
      const out = new Uint8Array(count);
      for (let at = 0; at < count; at += 32) {
        const bytes = createHash('sha256').update(`${seed}:${block++}`).digest();
        out.set(bytes.subarray(0, Math.min(32, count - at)), at);
      }
      return out;
    },
  };
}

/** The key of every test's log. */
export const TEST_LOG_KEY = 'b7'.repeat(15) + '0123456789abcdef' + '5c'.repeat(9);

/**
 * Live events reach React at most ten times a second, in one go, the last patch per key only; urgent ones at once.
 * While the tab is hidden no frame comes, so what is pending waits (still one patch per key) until it is shown again.
 */

export const FLUSH_EVERY_MS = 100;

export interface Frames {
  readonly request: (tick: (now: number) => void) => number;
  readonly cancel: (handle: number) => void;
}

export interface Batcher<T> {
  /** Keeps `value` under `key`, in the order of the latest pushes; `urgent` hands over everything pending now. */
  readonly push: (key: string, value: T, urgent?: boolean) => void;
  readonly flush: () => void;
}

const browserFrames: Frames = {
  request: (tick) => requestAnimationFrame(tick),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** A batcher that hands its pending values to `deliver`, oldest push first. */
export function createBatcher<T>(deliver: (values: readonly T[]) => void, frames: Frames = browserFrames): Batcher<T> {
  const pending = new Map<string, T>();
  let handle: number | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;

  const tick = (now: number): void => {
    if (now - lastAt < FLUSH_EVERY_MS) {
      handle = frames.request(tick);
      return;
    }
    lastAt = now;
    flush();
  };
  const flush = (): void => {
    if (handle !== null) frames.cancel(handle);
    handle = null;
    if (pending.size === 0) return;
    const values = [...pending.values()];
    pending.clear();
    deliver(values);
  };
  const push = (key: string, value: T, urgent = false): void => {
    pending.delete(key); // re-inserting moves the key to the end: order is that of the latest patch
    pending.set(key, value);
    if (urgent) flush();
    else handle ??= frames.request(tick);
  };
  return { push, flush };
}

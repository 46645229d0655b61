/**
 * Delivers live events to React at most ten times a second in one batch, only the last patch per key; urgent ones at once. A hidden tab gets
 * no frames, so pending patches wait (still one per key) until it is visible again.
 */

export const FLUSH_EVERY_MS = 100;

/** Requests the first frame after `ms`; the returned function cancels it. */
export type AskFrame = (tick: (now: number) => void, afterMs: number) => () => void;

export interface Batcher<T> {
  /** Keeps `value` under `key`, ordered by the latest push; `urgent` delivers everything pending now. */
  readonly push: (key: string, value: T, urgent?: boolean) => void;
  readonly flush: () => void;
}

/** A timer waits for this time, because every requested frame is styled and laid out, whether or not anything is drawn. */
const browserFrame: AskFrame = (tick, afterMs) => {
  let frame = 0;
  const ask = (): void => {
    frame = requestAnimationFrame(tick);
  };
  const timer = afterMs > 0 ? window.setTimeout(ask, afterMs) : 0;
  if (afterMs <= 0) ask();
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
};

/** A batcher that passes its pending values to `deliver`, oldest push first. */
export function createBatcher<T>(
  deliver: (values: readonly T[]) => void,
  askFrame: AskFrame = browserFrame,
): Batcher<T> {
  const pending = new Map<string, T>();
  let takeBack: (() => void) | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;

  const tick = (now: number): void => {
    const early = lastAt + FLUSH_EVERY_MS - now;
    if (early > 0) {
      takeBack = askFrame(tick, early);
      return;
    }
    lastAt = now;
    flush();
  };
  const flush = (): void => {
    takeBack?.();
    takeBack = null;
    if (pending.size === 0) return;
    const values = [...pending.values()];
    pending.clear();
    deliver(values);
  };
  const push = (key: string, value: T, urgent = false): void => {
    pending.delete(key); // re-inserting moves the key to the end, so the order is by latest patch
    pending.set(key, value);
    if (urgent) flush();
    else takeBack ??= askFrame(tick, 0);
  };
  return { push, flush };
}

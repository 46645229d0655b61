/**
 * Live events reach React at most ten times a second, in one go, the last patch per key only; urgent ones at once.
 * While the tab is hidden no frame comes, so what is pending waits (still one patch per key) until it is shown again.
 */

export const FLUSH_EVERY_MS = 100;

/** Asks for the first frame after so many ms; what is returned takes that back. */
export type AskFrame = (tick: (now: number) => void, afterMs: number) => () => void;

export interface Batcher<T> {
  /** Keeps `value` under `key`, in the order of the latest pushes; `urgent` hands over everything pending now. */
  readonly push: (key: string, value: T, urgent?: boolean) => void;
  readonly flush: () => void;
}

/** Until then a timer waits: a frame that is asked for is made, styled and laid out, whether anything is drawn in it or not. */
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

/** A batcher that hands its pending values to `deliver`, oldest push first. */
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
    pending.delete(key); // re-inserting moves the key to the end: order is that of the latest patch
    pending.set(key, value);
    if (urgent) flush();
    else takeBack ??= askFrame(tick, 0);
  };
  return { push, flush };
}

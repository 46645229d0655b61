import { describe, expect, test } from 'vitest';
import { createBatcher, FLUSH_EVERY_MS, type AskFrame } from './batcher.ts';

/** Manual frames: `at(ms)` runs the requested callback as a frame at that time. A hidden tab gets no frame. */
function byHand() {
  let waiting: ((now: number) => void) | null = null;
  const asked: number[] = [];
  const askFrame: AskFrame = (tick, afterMs) => {
    waiting = tick;
    asked.push(afterMs);
    return () => {
      waiting = null;
    };
  };
  const at = (now: number): void => {
    const tick = waiting;
    waiting = null;
    tick?.(now);
  };
  return { askFrame, asked, at, requested: () => waiting !== null };
}

function setUp() {
  const hand = byHand();
  const delivered: (readonly string[])[] = [];
  const batcher = createBatcher<string>((values) => delivered.push(values), hand.askFrame);
  return { ...hand, ...batcher, delivered };
}

describe('the batcher', () => {
  test('delivers everything pending in one batch, ordered by latest patch', () => {
    const { push, at, delivered } = setUp();
    push('a', 'a1');
    push('b', 'b1');
    push('a', 'a2');
    expect(delivered).toEqual([]);
    at(1000);
    expect(delivered).toEqual([['b1', 'a2']]);
  });

  test('delivers at most once in 100 ms', () => {
    const { push, at, asked, delivered } = setUp();
    push('a', '1');
    at(1000);
    push('a', '2');
    at(1000 + FLUSH_EVERY_MS - 40);
    expect(delivered).toHaveLength(1);
    expect(asked, 'no frame before it can be used').toEqual([0, 0, 40]);
    at(1000 + FLUSH_EVERY_MS);
    expect(delivered).toEqual([['1'], ['2']]);
  });

  test('an urgent patch delivers everything pending at once and cancels the frame', () => {
    const { push, requested, delivered } = setUp();
    push('a', 'a1');
    push('mine', 'now', true);
    expect(delivered).toEqual([['a1', 'now']]);
    expect(requested()).toBe(false);
  });

  test('keeps only the last patch per key in a hidden tab until the next frame', () => {
    const { push, at, delivered } = setUp();
    for (let i = 0; i < 500; i++) push(`game${i % 3}`, `${i}`);
    expect(delivered).toEqual([]);
    at(60_000);
    expect(delivered).toEqual([['497', '498', '499']]);
  });

  test('delivers nothing when nothing is pending', () => {
    const { flush, delivered } = setUp();
    flush();
    expect(delivered).toEqual([]);
  });
});

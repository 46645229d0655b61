/** The spin in a real browser: it takes up speed without a jump, repeats without one, and the run continues it, cell by cell and at its speed. */
import { beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useClock } from '../../../platform/live/clock.ts';
import { STOP, stripOf } from './reel-model.ts';
import { Reel } from './reel.tsx';
import { continued, SPEED_UP_MS, spinOf } from './spin-model.ts';
import { Spin } from './spin.tsx';

/** So many that a cell is known by its item. */
const WEIGHTS = Array.from({ length: 2_000 }, () => 1);
const FACES = WEIGHTS.map((_, at) => ({ icon: '', colour: '#6b8cff', text: `item ${at}` }));
const RUN_MS = 4_320;
const SPUN_MS = 777;
const SEED = 'rnd_test|0|0|0';
const spin = spinOf(SEED, WEIGHTS, RUN_MS);

beforeEach(() => useClock.setState({ offsetMs: 0, rttMs: null }));

const box = (part: React.ReactNode) => <div style={{ width: 180 }}>{part}</div>;
const spinning = (speedsUpAt: number) => box(<Spin spin={spin} faces={FACES} speedsUpAt={speedsUpAt} />);

/** Moves every reel to `ms` after `zero` (time of the page). */
function seek(zero: number, ms: number): void {
  for (const run of document.getAnimations()) {
    run.pause();
    run.currentTime = ms + zero - Number(starts.get(run) ?? run.startTime);
  }
}

/** Where animations began before they were paused. */
const starts = new Map<Animation, number>();

/** Renders, and returns when the page's clock shows `at`. */
async function showing(at: number, part: React.ReactElement) {
  starts.clear();
  const screen = await render(part);
  for (const run of document.getAnimations()) starts.set(run, Number(run.startTime));
  return { screen, zero: at - Date.now() + performance.now() };
}

/** The cells in the window: their text, and the distance of their middle from the mark, in cells. */
function inView(): { readonly text: string; readonly at: number }[] {
  const window = document.querySelector('.reel')?.getBoundingClientRect() ?? new DOMRect();
  return [...document.querySelectorAll('.reel-cell')].flatMap((cell) => {
    const { top, bottom, height } = cell.getBoundingClientRect();
    if (bottom <= window.top || top >= window.bottom) return [];
    return [{ text: cell.textContent, at: (top + height / 2 - window.top - window.height / 2) / height }];
  });
}

/** How far the picture moved up between two views, in cells. */
function moved(from: ReturnType<typeof inView>, to: ReturnType<typeof inView>): number {
  for (const cell of from) {
    const same = to.find(({ text }) => text === cell.text);
    if (same) return cell.at - same.at;
  }
  return Infinity;
}

describe('a spin', () => {
  test('moves without a jump from the slow pass to full speed and on, also where it repeats', async () => {
    const { zero } = await showing(1_000 + Date.now(), spinning(1_000 + Date.now()));
    const speeds: number[] = [];
    let before = null;
    for (let ms = -3_000; ms < 3_000; ms += 10) {
      seek(zero, ms);
      const view = inView();
      if (before) speeds.push(moved(before, view) / 10);
      before = view;
    }
    const slow = speeds.slice(0, 298);
    const fast = speeds.slice(300 + SPEED_UP_MS / 10 + 1);
    for (const speed of slow) expect(speed).toBeCloseTo(1 / 700, 3);
    for (const speed of fast) expect(speed).toBeCloseTo(spin.speed, 3);
    // In between it only gets faster.
    const middle = speeds.slice(300, 300 + SPEED_UP_MS / 10 - 1);
    for (const [n, speed] of middle.entries()) expect(speed).toBeGreaterThan((middle[n - 1] ?? 1 / 700) - 0.000_5);
  });

  test('two visitors see the same at the same instant', async () => {
    const speedsUpAt = Date.now() + 500;
    const views = [];
    for (const offsetMs of [0, 4_000]) {
      useClock.setState({ offsetMs, rttMs: 1 });
      const { screen, zero } = await showing(speedsUpAt, spinning(speedsUpAt + offsetMs));
      seek(zero, 1_234);
      views.push(inView());
      await screen.unmount();
    }
    expect(Math.abs(moved(views[0] ?? [], views[1] ?? []))).toBeLessThan(0.05);
  });

  test('moves only what the compositor moves alone', async () => {
    await render(spinning(Date.now()));
    const moving = document
      .getAnimations()
      .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)));
    const timing = ['offset', 'computedOffset', 'easing', 'composite'];
    expect(new Set(moving.filter((key) => !timing.includes(key)))).toEqual(new Set(['transform', 'opacity']));
  });
});

describe('the run', () => {
  const strip = continued(stripOf(SEED, WEIGHTS, 6), spin, SPUN_MS, RUN_MS);

  async function viewsOf(part: (at: number) => React.ReactElement, times: readonly number[]) {
    const at = Date.now() + 500;
    const { screen, zero } = await showing(at, part(at));
    const views = times.map((ms) => {
      seek(zero, ms);
      return inView();
    });
    await screen.unmount();
    return views;
  }
  const running = (startsAt: number) =>
    box(<Reel strip={strip} faces={FACES} startsAt={startsAt} lengthMs={RUN_MS} stands={false} label="reel" />);

  test('begins with the cells in view, and at their speed', async () => {
    const spun = await viewsOf(spinning, [SPUN_MS - 5, SPUN_MS + 5]);
    // Not at its first instant, before which it stands.
    const ran = await viewsOf(running, [5, 15, 25]);
    const [end, start] = [spun[1] ?? [], ran[0] ?? []];
    // The page's two clocks differ by a millisecond: a fiftieth of a cell.
    expect(Math.abs(moved(end, start))).toBeLessThan(0.05);
    const steps = [
      [spun[0], end],
      [start, ran[1]],
      [ran[1], ran[2]],
    ];
    for (const [from, to] of steps) expect(Math.abs(moved(from ?? [], to ?? []) - spin.speed * 10)).toBeLessThan(0.02);
  });

  test('of a viewer whose result comes late begins where the run of the others is', async () => {
    const [spun] = await viewsOf(spinning, [SPUN_MS + 100]);
    const [ran] = await viewsOf(running, [100]);
    expect(Math.abs(moved(spun ?? [], ran ?? []))).toBeLessThan(0.05);
  });

  test('stops on the drawn item, and only that cell depends on it', () => {
    expect(strip.cells[STOP]).toBe(6);
    const other = continued(stripOf(SEED, WEIGHTS, 0), spin, SPUN_MS, RUN_MS);
    expect(other.cells.filter((_, at) => at !== STOP)).toEqual(strip.cells.filter((_, at) => at !== STOP));
    expect([other.from, other.easing]).toEqual([strip.from, strip.easing]);
  });
});

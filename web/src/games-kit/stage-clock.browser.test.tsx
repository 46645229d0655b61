/** The stage clock does not rerender until the change, however far away it is, and catches up after the tab slept. */
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LONGEST_TIMER_MS, useStageClock } from './stage-clock.ts';

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

let renders = 0;
beforeEach(() => {
  renders = 0;
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

function Shown({ at }: { readonly at: number }) {
  const now = useStageClock((time) => (time < at ? at : null));
  return <output>{now < at ? 'before' : 'after'}</output>;
}

function Probe({ at }: { readonly at: number }) {
  return (
    <Profiler id="stage" onRender={() => (renders += 1)}>
      <Shown at={at} />
    </Profiler>
  );
}

/** Renders so far, once React has nothing left to do. */
const settled = async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return renders;
};

test('shows a change a millisecond after its instant, never before', async () => {
  await render(<Probe at={START + 5_000} />);
  const first = await settled();
  vi.advanceTimersByTime(5_000);
  expect(await settled()).toBe(first);
  vi.advanceTimersByTime(1);
  await expect.element(page.getByText('after')).toBeInTheDocument();
});

test('a change beyond the longest timer neither spins nor gets lost', async () => {
  const at = START + 60 * DAY;
  await render(<Probe at={at} />);
  const first = await settled();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(DAY);
  expect(await settled()).toBe(first);
  for (let left = 59 * DAY; left > 0; left -= LONGEST_TIMER_MS) {
    vi.advanceTimersByTime(Math.min(left, LONGEST_TIMER_MS));
    await settled();
  }
  vi.advanceTimersByTime(1);
  await expect.element(page.getByText('after')).toBeInTheDocument();
  expect(renders).toBeLessThan(first + 6);
});

test('a tab that slept through the change shows it as soon as it is visible', async () => {
  await render(<Probe at={START + 5_000} />);
  await settled();
  vi.setSystemTime(START + 10_000); // the machine slept: time passed, the timer did not run
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('after')).toBeInTheDocument();
});

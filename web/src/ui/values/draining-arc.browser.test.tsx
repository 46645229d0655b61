/** The ring of a countdown is updated by a timer, not by an animation, which would repaint the page at every frame. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { serverNow } from '../../platform/live/clock.ts';
import { Countdown } from './countdown.tsx';

const offsetOf = (ring: Element | null) => Number(ring?.getAttribute('stroke-dashoffset') ?? NaN);

test('the ring shows the elapsed time, updates itself, and runs no animation', async () => {
  const totalMs = 40_000;
  const { container } = await render(<Countdown deadlineAt={serverNow() + 20_000} totalMs={totalMs} label="Draw" />);
  const ring = container.querySelector('circle[stroke-dasharray]');
  const length = Number(ring?.getAttribute('stroke-dasharray'));
  const half = length / 2;
  await expect.poll(() => offsetOf(ring)).toBeGreaterThanOrEqual(half);
  const first = offsetOf(ring);
  expect(first).toBeLessThan(length);
  expect(document.getAnimations()).toEqual([]);
  await expect.poll(() => offsetOf(ring)).toBeGreaterThan(first);
});

test('the ring is full while more than the total time is left, and empty at the end', async () => {
  const { container, rerender } = await render(
    <Countdown deadlineAt={serverNow() + 90_000} totalMs={40_000} label="Draw" />,
  );
  const ring = container.querySelector('circle[stroke-dasharray]');
  await expect.poll(() => offsetOf(ring)).toBe(0);
  await rerender(<Countdown deadlineAt={serverNow() - 1} totalMs={40_000} label="Draw" />);
  await expect.poll(() => offsetOf(ring)).toBeCloseTo(Number(ring?.getAttribute('stroke-dasharray')), 1);
});

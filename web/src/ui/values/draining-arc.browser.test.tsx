/** The ring of a countdown goes on by itself without an animation, which would paint the page at every frame. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { serverNow } from '../../platform/live/clock.ts';
import { Countdown } from './countdown.tsx';

const offsetOf = (ring: Element | null) => Number(ring?.getAttribute('stroke-dashoffset') ?? NaN);

test('the ring is drawn as far as the time has run, goes on, and animates nothing', async () => {
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

test('the ring stands full as long as more than the whole time is left, and is gone at the end', async () => {
  const { container, rerender } = await render(
    <Countdown deadlineAt={serverNow() + 90_000} totalMs={40_000} label="Draw" />,
  );
  const ring = container.querySelector('circle[stroke-dasharray]');
  await expect.poll(() => offsetOf(ring)).toBe(0);
  await rerender(<Countdown deadlineAt={serverNow() - 1} totalMs={40_000} label="Draw" />);
  await expect.poll(() => offsetOf(ring)).toBeCloseTo(Number(ring?.getAttribute('stroke-dasharray')), 1);
});

/** The clock of the pot in a real browser: a late entry shows how many seconds it added, with reduced motion without rising. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './ring.css';
import { PotClock } from './pot-clock.tsx';

afterEach(() => {
  document.documentElement.dataset['motion'] = 'full';
});

test.each(['full', 'reduced'])('the added seconds stay readable (motion: %s)', async (motion) => {
  document.documentElement.dataset['motion'] = motion;
  const deadlineAt = Date.now() + 5_000;
  const { rerender } = await render(<PotClock deadlineAt={deadlineAt} own={false} />);
  await rerender(<PotClock deadlineAt={deadlineAt + 7_000} own={false} />);
  const added = page.getByText('+7 s');
  await expect.element(added).toBeInTheDocument();
  const [rise] = added.element().getAnimations();
  if (!rise) throw new Error('no animation');
  rise.pause();
  const placeAt = (ms: number) => {
    rise.currentTime = ms;
    const { opacity } = getComputedStyle(added.element());
    return { opacity, top: added.element().getBoundingClientRect().top };
  };
  const [early, late] = [placeAt(500), placeAt(1_000)];
  expect([early.opacity, late.opacity]).toEqual(['1', '1']);
  if (motion === 'reduced') expect(late.top).toBe(early.top);
});

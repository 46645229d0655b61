/** The hold on the account: no change during the animation of an own round, all changes when it ends. */
import { expect, test, vi } from 'vitest';
import { afterSuspense, hold, inSuspense } from './suspense.ts';

test('applies a change at once without an own round', () => {
  const refresh = vi.fn();
  afterSuspense(refresh);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('delays a change until the last of several rounds ends, and refetches once', () => {
  const refresh = vi.fn();
  const first = hold('rnd_1', ['itm_1']);
  const second = hold('rnd_2', []);
  afterSuspense(refresh);
  afterSuspense(refresh);
  first();
  expect(refresh).not.toHaveBeenCalled();
  second();
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(inSuspense()).toBe(false);
});

test('two animations of one round hold together; without a change nothing is refetched at the end', () => {
  const refresh = vi.fn();
  const row = hold('rnd_1', []);
  const view = hold('rnd_1', []);
  row();
  expect(inSuspense()).toBe(true);
  view();
  expect(inSuspense()).toBe(false);
  expect(refresh).not.toHaveBeenCalled();
});

/** The hold on the account: nothing changes while an own round is on its way, everything comes when it has landed. */
import { expect, test, vi } from 'vitest';
import { afterSuspense, hold, inSuspense } from './suspense.ts';

test('without an own round under way a change is taken at once', () => {
  const refresh = vi.fn();
  afterSuspense(refresh);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a change waits for the last of several rounds, and is fetched once', () => {
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

test('two pictures of one round hold it together; without a change nothing is fetched at the end', () => {
  const refresh = vi.fn();
  const row = hold('rnd_1', []);
  const view = hold('rnd_1', []);
  row();
  expect(inSuspense()).toBe(true);
  view();
  expect(inSuspense()).toBe(false);
  expect(refresh).not.toHaveBeenCalled();
});

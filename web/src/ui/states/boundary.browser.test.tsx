/** Content that fails: it is shown in its place, and tried again on request and when the connection is back. */
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useLive } from '../../platform/live/live.ts';
import { later, leaveOut } from './boundary.tsx';

let reachable: boolean;
let loads: number;
const load = async () => {
  loads += 1;
  if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
  return () => <p>The part</p>;
};

async function show(Part: React.ComponentType) {
  const screen = await render(
    <Suspense fallback="loading">
      <Part />
      <p>Its neighbour</p>
    </Suspense>,
  );
  await expect.element(page.getByText('Its neighbour')).toBeVisible();
  return screen;
}

beforeEach(() => {
  reachable = false;
  loads = 0;
  useLive.setState({ status: 'reconnecting' });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  useLive.setState({ status: 'connecting' });
  vi.restoreAllMocks();
});

test('says that the money is safe, and loads the code again when asked', async () => {
  await show(later(load));
  await expect.element(page.getByText('Stakes, items and balances are safe.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => loads).toBe(2);
  await expect.element(page.getByRole('alert')).toBeVisible();
  reachable = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('The part')).toBeVisible();
  expect(loads).toBe(3);
});

test('is loaded again by itself when the connection is back', async () => {
  await show(later(load));
  await expect.element(page.getByRole('alert')).toBeVisible();
  reachable = true;
  useLive.setState({ status: 'online' });
  await expect.element(page.getByText('The part')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a part that is not missed is left out until the connection is back', async () => {
  await show(later(load, leaveOut));
  await expect.poll(() => loads).toBe(1);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  reachable = true;
  useLive.setState({ status: 'online' });
  await expect.element(page.getByText('The part')).toBeVisible();
});

test('a part that failed and is not shown when the connection returns is loaded when it is shown again', async () => {
  const Part = later(load);
  const { unmount } = await show(Part);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await unmount();
  reachable = true;
  useLive.setState({ status: 'online' });
  await show(Part);
  await expect.element(page.getByText('The part')).toBeVisible();
});

/** The account during an own round: nothing refetches it until the result is shown; then it is fetched once. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { byGame } from '@fairpot/contract/games/games';
import { getUser, SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import type { Statistics } from '@fairpot/contract/user/schemas';
import { queryClient } from '../calls/query-client.ts';
import { accountChanged, refreshUser, SIGNED_OUT_USER, useSession } from './session.ts';
import { hold } from '../calls/suspense.ts';

const none = { played: 0, won: 0, stakedUsd: 0, wonUsd: 0, feeUsd: 0 };
const statistics: Statistics = { games: byGame(() => none), netUsd: 0 };

let played = 0;
let asked = 0;
let release: () => void = () => undefined;
beforeEach(() => {
  [played, asked] = [1, 0];
  queryClient.clear();
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; Max-Age=60`;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    const response = { user: { ...SIGNED_OUT_USER, level: played }, statistics: { ...statistics, netUsd: played } };
    return Promise.resolve(Response.json({ success: true, response }));
  });
});
afterEach(() => {
  release();
  vi.unstubAllGlobals();
  document.cookie = `${SIGNED_IN_MARK}=; Path=/; Max-Age=0`;
});

function Account({ name }: { readonly name: string }) {
  const { user, statistics: sums } = useSession();
  return <p>{`${name}: level ${user.level}, net ${String(sums?.netUsd)}`}</p>;
}

test('no server event, no newly mounted component and no window focus reveals the result', async () => {
  const both = (second: boolean) => (
    <QueryClientProvider client={queryClient}>
      <Account name="header" />
      {second && <Account name="profile" />}
    </QueryClientProvider>
  );
  const { rerender } = await render(both(false));
  await expect.element(page.getByText('header: level 1, net 1')).toBeVisible();
  release = hold('rnd_1', []);
  played = 2;
  await queryClient.invalidateQueries({ queryKey: [getUser.name], refetchType: 'none' }); // stale
  accountChanged();
  await rerender(both(true));
  dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('profile: level 1, net 1')).toBeVisible();
  expect(asked).toBe(1);
  release();
  await expect.element(page.getByText('header: level 2, net 2')).toBeVisible();
  await expect.element(page.getByText('profile: level 2, net 2')).toBeVisible();
  // Once when the animation ends; on a slow machine the recheck may come before this line.
  expect(asked).toBeGreaterThanOrEqual(2);
  expect(asked).toBeLessThanOrEqual(3);
});

test('an action of the player refetches at once', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <Account name="header" />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('header: level 1, net 1')).toBeVisible();
  release = hold('rnd_1', []);
  played = 2;
  await refreshUser();
  await expect.element(page.getByText('header: level 2, net 2')).toBeVisible();
});

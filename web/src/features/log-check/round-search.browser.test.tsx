/** The search of the public log: results stay when a refetch fails. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { listLoggedRounds } from '@fairpot/contract/log/calls';
import type { LoggedRound } from '@fairpot/contract/log/schemas';
import { queryClient, refetchAll } from '../../platform/calls/query-client.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { RoundSearch, SHOWN } from './round-search.tsx';

const round: LoggedRound = {
  game: 'coinflip',
  number: 17,
  roundId: 'rnd_00000000000000000000000017',
  state: 'settled',
  index: 3,
  openedAt: 1_790_000_000_000,
};

let cut = false;
beforeEach(() => {
  cut = false;
  queryClient.clear();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      cut
        ? Response.json({ success: false, message: 'Not now', code: 'NO_GAME' }, { status: 404 })
        : Response.json({ success: true, response: { rounds: [round], next: null } }),
    ),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Prints the cache's status: once it shows a status, the search has received it too. */
function Probe() {
  const { status } = useAsk(listLoggedRounds, { limit: SHOWN }, { staleTime: 5_000 });
  return <output>{status}</output>;
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <RoundSearch onPick={() => undefined} />
      <Probe />
    </QueryClientProvider>,
  );

test('an error is shown only when there are no results', async () => {
  await show();
  const check = page.getByRole('button', { name: 'Check coinflip 17' });
  await expect.element(check).toBeVisible();
  cut = true;
  await refetchAll(listLoggedRounds);
  await expect.element(page.getByRole('status').filter({ hasText: 'error' })).toBeVisible();
  await expect.element(check).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a search that never loaded shows the error', async () => {
  cut = true;
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

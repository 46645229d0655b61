/** The fairness banner: hidden while everything adds up, otherwise an alert that cannot be dismissed. */
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MemoryRouter } from 'react-router';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { queryClient } from '../../platform/calls/query-client.ts';
import { FairnessBanner } from './mismatch-banner.tsx';
import { trustedChains, useWatch, watchRound } from '../watcher.ts';
import type { WatchedRound } from '../watcher.ts';

beforeEach(() => useWatch.setState({ seals: {}, mismatches: [], beaconAlarm: null }));

async function show(): Promise<void> {
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <FairnessBanner />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function watched(roundId: string, hash: string): WatchedRound {
  const stakes = [{ userId: 'ply_a', entry: { side: 1, cents: 2_000 } }];
  return {
    game: 'coinflip',
    roundId,
    phase: 'open',
    hash,
    stakes,
    lock: null,
    proof: null,
    pseudonyms: {},
    chances: [],
    items: [],
  };
}

test('is hidden while rounds are only watched', async () => {
  await show();
  watchRound(watched('rnd_1', 'aa'));
  expect(useWatch.getState().seals['rnd_1']).toEqual({ state: 'watching', since: 'open' });
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a replaced commitment raises the alert, which stays', async () => {
  await show();
  watchRound(watched('rnd_2', 'aa'));
  watchRound(watched('rnd_2', 'bb'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('MISMATCH');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The commitment was replaced');
  watchRound(watched('rnd_2', 'aa'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'See every step' }))
    .toHaveAttribute('href', '/fairplay?round=rnd_2');
});

test('a changed beacon key raises an alert until the player accepts it', async () => {
  const offered = { ...QUICKNET, chainHash: 'cd'.repeat(32) };
  useWatch.setState({ beaconAlarm: { pinned: QUICKNET, offered } });
  await show();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The beacon of this site has changed');
  await page.getByRole('button', { name: /trust the new key/ }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(trustedChains().at(-1)).toEqual(offered);
});

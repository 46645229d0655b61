/** When an own game lands, the player gets the result, and the account is fetched unless another own round still waits for its result. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { getUser } from '@fairpot/contract/user/calls';
import { keyOf, queryClient } from '../../../platform/calls/query-client.ts';
import { hold, inSuspense } from '../../../platform/calls/suspense.ts';
import { settledGame } from '../game.fixture.ts';
import { useModal } from '../../../platform/page/modal.ts';
import { useToasts } from '../../../platform/page/toasts.ts';
import type { CoinflipStage } from '../stage.ts';
import { useMoments } from '../use-moments.ts';

let asked = 0;
let release: () => void = () => undefined;
afterEach(() => {
  release();
  vi.unstubAllGlobals();
});

function Picture({ seed, stage }: { readonly seed: number; readonly stage: CoinflipStage }) {
  useMoments(settledGame(seed), stage, 'ply_ann', true);
  const { data } = useQuery({ queryKey: keyOf(getUser, {}), queryFn: () => (asked += 1) });
  return <p>asked {String(data)}</p>;
}

async function play(seed: number): Promise<void> {
  asked = 0;
  queryClient.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const at = (stage: CoinflipStage) => (
    <QueryClientProvider client={queryClient}>
      <Picture seed={seed} stage={stage} />
    </QueryClientProvider>
  );
  const { rerender } = await render(at('flipping'));
  await expect.element(page.getByText('asked 1')).toBeVisible();
  expect(inSuspense()).toBe(true);
  await rerender(at('landed'));
}

test('the account is fetched when the coin has landed', async () => {
  await play(21);
  await expect.element(page.getByText('asked 2')).toBeVisible();
  expect(inSuspense()).toBe(false);
});

test('but not while the reels of an own battle still turn', async () => {
  release = hold('rnd_battle', []);
  await play(22);
  expect(queryClient.isFetching()).toBe(0);
  expect(asked).toBe(1);
  release();
  await expect.element(page.getByText('asked 2')).toBeVisible();
});

test('a player who closed the window gets the result as a toast', async () => {
  await play(23);
  const [note] = useToasts.getState().history;
  expect(note?.title).toBe('Coinflip');
  expect(note?.text).toMatch(/^You (won \$[\d.]+ \(\+\$[\d.]+\)|lost \$[\d.]+)$/);
});

test('but not while the window shows it', async () => {
  const { history } = useToasts.getState();
  useModal.setState({
    open: { serial: 1, view: 'coinflip.view', props: { gameId: settledGame(24).id }, onClose: null },
  });
  await play(24);
  expect(useToasts.getState().history).toEqual(history);
  useModal.setState({ open: null });
});

test('nor while the page of the game shows it', async () => {
  const { history: toasts } = useToasts.getState();
  const before = window.location.href;
  window.history.replaceState(null, '', `/coinflip/${settledGame(25).id}`);
  await play(25);
  expect(useToasts.getState().history).toEqual(toasts);
  window.history.replaceState(null, '', before);
});

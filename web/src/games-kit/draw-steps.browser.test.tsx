/** The seconds before a result say what is really happening: the beacon round is due, its signature arrives, this browser checks it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { listSettings } from '@fairpot/contract/settings/calls';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { useWatch } from '../fairness/watcher.ts';
import { keyOf, queryClient } from '../platform/calls/query-client.ts';
import { DrawSteps } from './draw-steps.tsx';

const ROUND_ID = 'rnd_00000000000000000000000001';
const drand = { chainHash: '', publicKey: '', genesisMs: 0, periodMs: 3_000, scheme: '' };
/** The first round that is due after these ms. */
const roundIn = (ms: number) => {
  let round = Math.ceil((Date.now() + ms) / drand.periodMs);
  while (drandRoundTime(round, drand) < Date.now() + ms) round += 1;
  return round;
};

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(keyOf(listSettings, {}), {
    beacon: { simulated: true, url: '', drand },
  });
  useWatch.setState({ seals: {} });
});

const show = (drandRound: number, received: boolean) =>
  render(
    <QueryClientProvider client={queryClient}>
      <DrawSteps roundId={ROUND_ID} fair={{ drandRound }} received={received} />
    </QueryClientProvider>,
  );
const states = () => [...document.querySelectorAll('[data-step]')].map((step) => step.getAttribute('data-step'));

test('before the beacon round is due, it counts the seconds', async () => {
  await show(roundIn(20_000), false);
  await expect.element(page.getByText(/^simulated beacon round [\d,]+ in \d+ s$/)).toBeVisible();
  expect(states()).toEqual(['now', 'open', 'open']);
});

test('due and not received: it waits for the signature', async () => {
  await show(roundIn(-9_000), false);
  await expect.element(page.getByText('Waiting for its signature')).toBeVisible();
  expect(states()).toEqual(['done', 'now', 'open']);
});

test('received: this browser checks it, and says when it has', async () => {
  await show(roundIn(-9_000), true);
  await expect.element(page.getByText('Signature received')).toBeVisible();
  expect(states()).toEqual(['done', 'done', 'now']);
  const trace = { total: 2, ticket: 1 };
  const seal = { state: 'verified', since: 'open', simulated: true, checks: 18, trace };
  useWatch.setState({ seals: { [ROUND_ID]: seal as never } });
  await expect.element(page.getByText('Checked in your browser')).toBeVisible();
  expect(states()).toEqual(['done', 'done', 'done']);
});

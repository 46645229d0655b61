/** What happens when the pointer lands on the screen of a player: only an own gain travels into the inventory. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { cents, centsFromUsd, usd } from '@fairpot/contract/wire/money';
import { WonItems } from '../../games-kit/won-items.tsx';
import { queryClient } from '../../platform/calls/query-client.ts';
import { settledRound } from './round.fixture.ts';
import { stakeOf, wonItems } from './shares.ts';
import type { JackpotStage } from './stage.ts';
import { useMoments } from './use-moments.ts';

const round = settledRound(1);
const winner = round.result?.user.id ?? '';
const loser = round.entries.find(({ user }) => user.id !== winner)?.user.id ?? '';
/** The winner gets back what they staked. */
const even = { ...round, result: round.result && { ...round.result, wonUsd: usd(cents(stakeOf(round, winner))) } };

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)));
afterEach(() => vi.unstubAllGlobals());

interface ProbeProps {
  readonly stage: JackpotStage;
  readonly me: string | null;
  readonly of: JackpotRound;
}

function Probe({ stage, me, of }: ProbeProps) {
  useMoments(of, stage, me);
  return <WonItems items={wonItems(of)} from="top" max={3} />;
}

const shown = (stage: JackpotStage, me: string | null, of = round) => (
  <QueryClientProvider client={queryClient}>
    <span data-count="items">24</span>
    <Probe stage={stage} me={me} of={of} />
  </QueryClientProvider>
);
const layers = () => document.querySelectorAll('.carry-layer').length;

test('an own gain travels', async () => {
  const { rerender } = await render(shown('turning', winner));
  await rerender(shown('landed', winner));
  await expect.poll(layers).toBe(1);
  await expect.poll(layers).toBe(0);
});

test.each([
  ['a loss', loser, round],
  ['a result of exactly the stake', winner, even],
  ['the result of others', null, round],
])('%s does not', async (_, me, of) => {
  expect(centsFromUsd(of.result?.wonUsd ?? 0)).toBeGreaterThan(0);
  const { rerender } = await render(shown('turning', me, of));
  const animate = vi.spyOn(Element.prototype, 'animate');
  await rerender(shown('landed', me, of));
  // Longer than the items of the result take to enter, after which they would leave.
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect([layers(), animate.mock.calls.length]).toEqual([0, 0]);
  animate.mockRestore();
});

test('a result that was over when the page opened does not travel either', async () => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  await render(shown('landed', winner));
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect([layers(), animate.mock.calls.length]).toEqual([0, 0]);
  animate.mockRestore();
});

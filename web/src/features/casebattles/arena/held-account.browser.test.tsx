/** Balance, level and statistics of a battle's players do not change on screen from its lock until its winner is shown. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { useClock } from '../../../platform/live/clock.ts';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { inSuspense } from '../../../platform/calls/suspense.ts';
import { battleOf } from '../battle.fixture.ts';
import { BattleRow } from '../list/battle-row.tsx';
import { useHeldAccount, useStage } from '../use-stage.ts';

const { battle } = battleOf({ status: 'STARTED' });
const replay = battle.replay;
if (replay === null) throw new Error('the fixture has no replay');

beforeEach(() => vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true, response: {} }))));
afterEach(() => {
  vi.unstubAllGlobals();
  useClock.setState({ offsetMs: 0 });
});

/** Sets the server's clock close to `at`; the pictures follow. */
function setClock(at: number): void {
  useClock.setState({ offsetMs: at - Date.now() });
}

async function show(of: CasebattleDetails, me: string | null): Promise<void> {
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ul>
          <BattleRow battle={of} me={me} />
        </ul>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
}

test('held from the lock through the reels to the winner, and no longer', async () => {
  setClock(replay.startsAt + 500);
  await show(battle, 'ply_00');
  expect(inSuspense()).toBe(true);
  setClock(replay.endsAt + 1_000);
  await expect.poll(inSuspense).toBe(false);
});

test('held while the named beacon round is pending', async () => {
  await show(battleOf({ status: 'STARTED', revealed: false }).battle, 'ply_00');
  expect(inSuspense()).toBe(true);
});

test.each([
  ['another player’s', 'STARTED', 'ply_stranger'],
  ['a visitor’s', 'STARTED', null],
  ['one that waits for players', 'PENDING', 'ply_00'],
] as const)('%s battle holds nothing', async (_, status, me) => {
  setClock(replay.startsAt + 500);
  await show(battleOf({ status }).battle, me);
  expect(inSuspense()).toBe(false);
});

function Page({ me }: { readonly me: string }) {
  const { stage } = useStage(battle);
  useHeldAccount(battle, stage, me);
  return <p>{stage}</p>;
}

test('a replay of a finished battle holds nothing', async () => {
  setClock(replay.endsAt + 60_000);
  await render(<Page me="ply_00" />);
  await expect.element(page.getByText('over', { exact: true })).toBeVisible();
  expect(inSuspense()).toBe(false);
});

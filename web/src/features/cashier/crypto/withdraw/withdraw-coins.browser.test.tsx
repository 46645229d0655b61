import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { freshServer, show } from '../../../../trade-kit/server.fixture.tsx';
import { WithdrawCoins } from './withdraw-coins.tsx';

afterEach(() => vi.unstubAllGlobals());

test('where no withdrawal was counted yet, the page says so and since when', async () => {
  const server = freshServer();
  server.answers['/cryptowithdrawals/list'] = [];
  server.answers['/fair/withdrawals'] = { days: 30, since: new Date(2026, 10, 23, 9, 5).getTime(), times: [] };
  await show(<WithdrawCoins />);
  const said = 'No withdrawals yet. How long they take is counted since 23 Nov 2026, 09:05 and shown here.';
  await expect.element(page.getByText(/How long they take/)).toHaveTextContent(said);
});

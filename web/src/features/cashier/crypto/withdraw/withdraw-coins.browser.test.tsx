import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { freshServer, show } from '../../../../trade-kit/server.fixture.tsx';
import { WithdrawCoins } from './withdraw-coins.tsx';

afterEach(() => vi.unstubAllGlobals());

test('before the first withdrawal the page shows since when times are measured', async () => {
  const server = freshServer();
  server.answers['/cryptowithdrawals/list'] = [];
  server.answers['/fair/withdrawals'] = { days: 30, since: new Date(2026, 10, 23, 9, 5).getTime(), times: [] };
  await show(<WithdrawCoins />);
  const text = 'No withdrawals yet. Withdrawal times will be shown here, measured since 23 Nov 2026, 09:05.';
  await expect.element(page.getByText(/Withdrawal times will/)).toHaveTextContent(text);
});

import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { freshServer, show } from '../../../../trade-kit/server.fixture.tsx';
import { AddressBook } from './address-book.tsx';
import { WithdrawCoins } from './withdraw-coins.tsx';
import { WithdrawModal } from './withdraw-modal.tsx';

afterEach(() => vi.unstubAllGlobals());

test('before the first withdrawal the page shows since when times are measured', async () => {
  const server = freshServer();
  server.answers['/cryptowithdrawals/list'] = [];
  server.answers['/fair/withdrawals'] = { days: 30, since: new Date(2026, 10, 23, 9, 5).getTime(), times: [] };
  await show(<WithdrawCoins />);
  const text = 'No withdrawals yet. Withdrawal times will be shown here, measured since 23 Nov 2026, 09:05.';
  await expect.element(page.getByText(/Withdrawal times will/)).toHaveTextContent(text);
});

test('the button that is off says what is missing, and a press leads there', async () => {
  const server = freshServer();
  const coin = { coinName: 'USDT', networkName: 'TRC20', marketUsd: 1, rateUsd: 1, feeUsd: 1, minUsd: 5, maxUsd: 500 };
  const limits = { spreadBps: 100, requoteBps: 500, reviewUsd: 250, availableUsd: 100 };
  const rules = { level: 10, levelNeeded: 10, refundableUsd: 0, paused: false };
  server.answers['/cryptowithdrawals/terms'] = { coins: [coin], ...limits, ...rules };
  const address = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
  server.answers['/cryptowithdrawals/addresses'] = {
    addresses: [{ id: 'cad_1', network: 'tron', address, label: '', addedAt: 0, usableAt: 0 }],
    holdMs: 0,
  };
  await show(<WithdrawModal />);
  await expect.element(page.getByRole('button', { name: 'WITHDRAW' })).toBeDisabled();
  await page.getByRole('button', { name: 'Choose or add an address' }).click();
  const choice = page.getByRole('radio', { name: address });
  await expect.element(choice).toHaveFocus();
  await choice.click({ force: true });
  await page.getByRole('button', { name: 'Enter an amount' }).click();
  await expect.element(page.getByRole('textbox', { name: /sum/i })).toHaveFocus();
});

test('a new address without an address leads to the field', async () => {
  const server = freshServer();
  server.answers['/cryptowithdrawals/addresses'] = { addresses: [], holdMs: 0 };
  await show(<AddressBook coin="USDT" value="" onChange={() => undefined} error={null} />);
  await page.getByRole('button', { name: 'Save address' }).click();
  const field = page.getByRole('textbox', { name: 'New address' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('Enter the address of your wallet');
  expect(server.posts).toEqual([]);
});

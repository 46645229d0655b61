/** Every code and message of the spec's section 8, from the server's answer to the toast. */
import { createCoinflip } from '@fairpot/contract/coinflip/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSend } from '../platform/calls/use-call.ts';
import { TOAST_MS, useToasts } from '../platform/page/toasts.ts';
import { ToastHost } from './toast-host.tsx';

beforeEach(() => {
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
  document.documentElement.dataset['motion'] = 'reduced'; // closed toasts are removed at once
});
afterEach(() => vi.unstubAllGlobals());

function Pressed() {
  const { phase, run } = useSend(createCoinflip);
  return (
    <>
      <button type="button" onClick={() => void run({ inventoryIds: ['itm_1'], side: 1 })}>
        {phase}
      </button>
      <ToastHost />
    </>
  );
}

/** Presses a button whose call gets this answer. */
async function refusedWith(status: number, answer: object): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: false, ...answer }, { status })));
  await render(<Pressed />);
  await page.getByRole('button', { name: 'idle' }).click();
  await expect.element(page.getByRole('button', { name: 'refused' })).toBeVisible();
}

test.each([
  ['ERR_ITEMS_LIMIT', 'You cant add more than 15 items to your bet'],
  ['ERR_AMOUNT_TOOLESS', 'Amount of the bet is less than the minimum possible'],
  ['ERR_NO_GAME', 'Game is not exists'],
  ['ERR_AMOUNT_TOOMUCH', 'The second player can not make a bet very different from the first player'],
  ['ERR_GAME_FINISHED', 'Game in the winner selection status'],
  ['ERR_GAME_PAUSED', 'The game is paused'],
  ['ERR_PROMOCODE_NOTFOUND', 'Promocode not found'],
  ['ERR_PROMOCODE_ACTIVATED', "You can't activate the promocode more than 1 time!"],
  ['banned', 'You are banned'],
  ['chat closed', 'Chat is closed for maintenance'],
  [
    'too many outstanding trade offers',
    'There are too many outstanding trade offers. Please cancel some before sending more.',
  ],
  ['Coinflip is already started', 'Coinflip is already started'],
  // Otherwise the server's message, or 'Error' without one.
  ['The bank is closed on Sundays', 'The bank is closed on Sundays'],
  ['', 'Error'],
])('%j is shown as %s', async (message, text) => {
  await refusedWith(409, { message });
  const toast = page.getByRole('alert');
  await expect.element(toast).toHaveTextContent(new RegExp(`^Error${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`));
  await expect.element(toast).toBeVisible();
  expect(useToasts.getState().history).toMatchObject([{ kind: 'error', durationMs: TOAST_MS.default }]);
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect.element(toast).not.toBeInTheDocument();
});

test.each([
  [403, { message: 'Forbidden resource' }],
  [401, { message: 'Unauthorized' }],
  // like a proxy, without a body: 'Request failed with status code 401'
  [401, {}],
])('%d %j is silent', async (status, answer) => {
  await refusedWith(status, answer);
  expect(useToasts.getState().history).toEqual([]);
});

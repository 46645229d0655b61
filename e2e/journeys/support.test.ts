/** Support: a ticket between two browsers, from question to close, with the bell that announces replies. */
import type { CryptoWallet } from '@fairpot/contract/crypto/schemas';
import type { Locator, Page } from '@playwright/test';
import { connected, expect, freshName, signInAs, test } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { ask, modal, opened, post } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

const MODERATOR = '76561198000000201';
const FOREIGN = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages', exact: true });

async function lookTwice(page: Page, name: string): Promise<void> {
  await look(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, `${name}-390`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a ticket from question to close, with the address chip between two browsers, and the bell', async ({
  member,
  visitor,
}) => {
  test.slow();
  const [anna, staff, { page: guest }] = await Promise.all([member('help', '/support'), visitor(), visitor()]);
  await signInAs(staff.page, MODERATOR, '/coinflip');
  await staff.page.goto('/staff/tickets');
  for (const page of [anna.page, staff.page]) await connected(page);

  // A guest can read the support page, and sees LOGIN in place of the send button.
  await guest.goto('/support');
  const main = guest.getByRole('main');
  await expect(main.getByRole('link', { name: 'LOGIN' })).toHaveAttribute('href', '/api/auth');
  await expect(main.getByRole('button', { name: 'SEND' })).toHaveCount(0);
  await expect(main.getByPlaceholder('Please sign in to write message')).toBeDisabled();
  await look(guest, 'support-guest');

  // A message that is too short is refused before anything is sent; Enter sends.
  const question = anna.page.getByRole('textbox', { name: 'How can we help?' });
  await question.fill('  ? ');
  await question.press('Enter');
  await nextToast(anna.page, 'Message to small');
  const title = freshName('Where is my deposit');
  await question.fill(title);
  await question.press('Enter');
  await expect(log(anna.page)).toContainText(title);
  const row = anna.page.getByRole('list', { name: 'Your tickets' }).getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('Open');

  // The moderator, by keyboard alone: the ticket appears by itself; open, preview, reply.
  const link = staff.page.getByRole('table', { name: 'Waiting' }).getByRole('link', { name: title });
  await expect(link).toBeVisible();
  await lookTwice(staff.page, 'staff-tickets');
  await link.focus();
  await staff.page.keyboard.press('Enter');
  const answer = staff.page.getByRole('textbox', { name: 'Reply' });
  await answer.focus();
  await staff.page.keyboard.type(`Please send it to ${FOREIGN} :gg:`);
  await staff.page.keyboard.press('Enter');
  const preview = staff.page.getByRole('region', { name: 'Preview: what the player will see' });
  await expect(preview).toContainText('Your Fairpot USDT deposit address');
  await expect(preview).not.toContainText(FOREIGN);
  await expect(preview.getByRole('button', { name: 'SEND REPLY' })).toBeFocused();
  await lookTwice(staff.page, 'staff-ticket-preview');
  await staff.page.keyboard.press('Enter');
  await expect(log(staff.page).getByAltText(':gg:')).toBeVisible();

  // The player is notified at once, sees that a moderator replied, and sees an address of their own.
  await nextToast(anna.page, `SupportNew reply: ${title}`);
  await expect(log(anna.page).getByText('Moderator', { exact: true })).toBeVisible();
  const wallets = await ask<readonly CryptoWallet[]>(anna.page, '/cryptodeposits/wallets');
  const own = wallets.find(({ coinName }) => coinName === 'USDT')?.wallet ?? '';
  expect(own).toMatch(/^T\w{33}$/);
  await expect(log(anna.page)).toContainText('Your Fairpot USDT deposit address');
  await expect(log(anna.page)).toContainText(own);
  await expect(anna.page.getByText(FOREIGN)).toHaveCount(0);
  await expect(row).toContainText('Replied');
  await lookTwice(anna.page, 'support-ticket');

  // The bell keeps the notification, says what it is about, and links there.
  await anna.page.goto('/faq');
  await anna.page.getByRole('button', { name: /^Messages, \d+ new$/ }).click();
  const bell = anna.page.getByRole('region', { name: 'Notifications' });
  await expect(bell).toContainText(title);
  await look(anna.page, 'notifications');
  await bell.getByText('Notification settings').click();
  await bell.getByRole('switch', { name: 'Answers from support' }).click();
  await expect(bell.getByRole('switch', { name: 'Answers from support' })).not.toBeChecked();
  await bell.getByRole('button', { name: new RegExp(title) }).click();
  await opened(anna.page, 'notification');
  await expect(modal(anna.page)).toContainText(`New reply: ${title}`);
  await lookAtWidths(anna.page, 'notification');
  await modal(anna.page).getByRole('link', { name: 'View' }).click();
  await expect(log(anna.page)).toContainText(title);
  await expect(anna.page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();

  // In the View ticket window: closing it shows a toast and closes the window, and no more messages can be written.
  await row.getByRole('button', { name: `View ticket: ${title}` }).click();
  await opened(anna.page, 'ticket.view');
  await expect(modal(anna.page).getByRole('heading', { name: 'View ticket' })).toBeVisible();
  await lookAtWidths(anna.page, 'ticket.view');
  await modal(anna.page).getByRole('button', { name: 'Close ticket' }).click();
  await nextToast(anna.page, 'Ticket is closed!');
  await expect(modal(anna.page)).toHaveCount(0);
  await expect(row).toContainText('Closed');
  await expect(answer).toHaveCount(0);

  // Calls that bypass the page are refused, and another player's ticket cannot be found.
  const ticketId = new URL(staff.page.url()).pathname.split('/').at(-1);
  anna.expectTrouble(...refusedWith(409));
  expect(await post(anna.page, '/support/messages/send', { ticketId, message: 'one more' })).toEqual({
    status: 409,
    message: 'ERR_TICKET_CLOSED',
  });
  staff.expectTrouble(...refusedWith(404));
  expect((await post(staff.page, '/support/tickets/close', { ticketId })).status).toBe(404);
});

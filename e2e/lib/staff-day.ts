/**
 * A staff member's day without a mouse: ten tickets answered, a withdrawal signed and two rejected, one ban. Every control is reachable by Tab or by
 * the keys of its list, shows a ring when focused, and has a name.
 */
import type { WithdrawalReview } from '@fairpot/contract/crypto/withdrawals/schemas';
import { payoutText } from '@fairpot/contract/crypto/withdrawals/calls';
import { sql } from '../../server/src/platform/database/sql.ts';
import type { Locator, Page } from '@playwright/test';
import { signatureOf } from './coin-desk.ts';
import { liftLevel, rates } from './coins.ts';
import { expect, type Member } from './journey.ts';
import { look } from './look.ts';
import { ask, modal, opened, post } from './screen.ts';
import type { Site } from './site.ts';

const ELSEWHERE = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const WAITING = 'Withdrawals to review';
/** More presses than this count as unreachable. */
const MAX_PRESSES = 60;

/** Presses Tab until `what` has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, what: Locator, key = 'Tab'): Promise<void> {
  await expect(what).toBeVisible();
  const focused = () => what.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < MAX_PRESSES && !(await focused()); presses += 1) await page.keyboard.press(key);
  await expect(what, `reached within ${MAX_PRESSES} presses`).toBeFocused();
  const shown = await what.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
    const name = element.getAttribute('aria-label') ?? (element.textContent || element.id);
    return { ring: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none', borderColor, name };
  });
  expect(shown.ring, `${shown.name} shows that it has the focus`).toBe(true);
  expect(shown.name).not.toBe('');
}

/** Five tickets of each player, over HTTP. */
async function questions(people: readonly Member[]): Promise<string[]> {
  const asked: string[] = [];
  for (const { page, name } of people) {
    for (let n = 1; n <= 5; n += 1) {
      const message = `${name} asks for the ${n}. time`;
      expect(await post(page, '/support/tickets', { message })).toMatchObject({ status: 200 });
      asked.push(message);
    }
  }
  return asked;
}

/** Three withdrawals of one player that wait for a review. No signer runs here, so the test writes the signer's part. */
async function withdrawals(site: Site, { page, name }: Member): Promise<void> {
  const database = site.openDatabase();
  const reviewers = site.reviewers().map(({ key }) => key);
  const way = { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers };
  await database.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${Date.now()})`);
  await database.close();
  await site.set('cryptoOut.addressHoldMs', 0);
  await site.set('cryptoOut.reviewCents', 10_00);
  await liftLevel(site, name);
  await rates(page);
  const where = { coinName: 'USDT', address: ELSEWHERE };
  expect(await post(page, '/cryptowithdrawals/addresses/add', where)).toMatchObject({ status: 200 });
  for (const amountUsd of [11, 12, 13]) {
    const { status, message } = await post(page, '/cryptowithdrawals/create', { ...where, amountUsd });
    expect(status, `$${amountUsd}: ${message}`).toBe(200);
  }
}

export async function staffDay(
  site: Site,
  { page }: Member,
  people: readonly [player: Member, other: Member],
): Promise<void> {
  const asked = await questions(people);
  await withdrawals(site, people[0]);

  // Tickets: open each from the queue, reply, preview, send, and go back.
  await page.goto('/staff/tickets');
  const queue = page.getByRole('table', { name: 'Waiting' });
  for (const [at, title] of asked.entries()) {
    const link = queue.getByRole('link', { name: title });
    await tabTo(page, queue.getByRole('link').first());
    for (let rows = 0; rows < 40 && !(await link.evaluate((it) => it === document.activeElement)); rows += 1)
      await page.keyboard.press('ArrowDown');
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    const answer = page.getByRole('textbox', { name: 'Reply' });
    await tabTo(page, answer);
    await page.keyboard.type(`It is done, ${at + 1}`);
    await page.keyboard.press('Enter');
    const send = page.getByRole('button', { name: 'SEND REPLY' });
    await expect(send).toBeFocused();
    if (at === 0) {
      // Escape returns to the text, which is still there.
      await page.keyboard.press('Escape');
      await expect(answer).toBeFocused();
      await expect(answer).toHaveValue('It is done, 1');
      await page.keyboard.press('Enter');
      await expect(send).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log', { name: 'Messages', exact: true })).toContainText(`It is done, ${at + 1}`);
    await expect(answer, 'where the next one is written').toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'All tickets' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeFocused();
    await expect(link).toHaveCount(0);
  }

  // Withdrawals: one is signed, two are rejected.
  await page.goto('/staff/review');
  const list = page.getByRole('list', { name: WAITING });
  await expect(list.getByRole('textbox', { name: 'Your signature' })).toHaveCount(3);
  const { withdrawals: all } = await ask<{ withdrawals: readonly WithdrawalReview[] }>(page, '/admin/withdrawals');
  const [first] = all;
  const [reviewer] = site.reviewers();
  if (first === undefined || reviewer === undefined) throw new Error('nothing to sign, or no reviewer');
  const signature = signatureOf(payoutText({ ...first, coin: first.coinName }), reviewer.privateKey);
  await tabTo(page, list.getByRole('textbox', { name: 'Your public key' }).first());
  await page.keyboard.insertText(reviewer.key);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(signature);
  await look(page, 'staff-review-keyboard');
  await page.keyboard.press('Enter');
  await expect(list.getByText('1 of 2 signatures')).toBeVisible();
  for (const left of [2, 1]) {
    await tabTo(page, list.getByRole('button', { name: 'Reject' }).last());
    await page.keyboard.press('Enter');
    await opened(page, 'staff.act');
    await expect(modal(page).getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('The address is on a list');
    await page.keyboard.press('Enter');
    await expect(modal(page)).toHaveCount(0);
    await expect(list.getByText(/of 2 signatures/)).toHaveCount(left);
  }

  // One ban, cancelled first and then confirmed.
  await page.goto('/staff/users');
  await expect(page.getByRole('table', { name: 'Players' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(people[1].name);
  const found = page.getByRole('table', { name: 'Players' }).getByRole('link');
  await expect(found).toHaveCount(1);
  await tabTo(page, found);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: people[1].name })).toBeFocused();
  const ban = page.getByRole('button', { name: 'Ban from chat' });
  await tabTo(page, ban);
  await page.keyboard.press('Enter');
  await expect(modal(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await expect(ban, 'the focus returns').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(modal(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Begs in every room');
  await page.keyboard.press('Enter');
  await expect(modal(page)).toHaveCount(0);
  const { ban: standing } = await ask<{ ban: object | null }>(people[1].page, '/chat/state');
  expect(standing).not.toBeNull();
}

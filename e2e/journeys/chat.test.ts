/** The chat: players read each other's messages, and staff moderate in front of both. */
import type { ChatMessage } from '@fairpot/contract/chat/schemas';
import type { Locator, Page } from '@playwright/test';
import { connected, expect, freshName, signInAs, test } from '../lib/journey.ts';
import { lookHere } from '../lib/look.ts';
import { ask, post } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

const MODERATOR = '76561198000000201';
const ADMIN = '76561198000000202';

/** Serial: the last test closes the chat for everyone. */
test.describe.configure({ mode: 'default' });

/** Text that no other journey sends. */
const uniqueText = (text: string) => `${text} ${freshName('w')}`;
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const line = (page: Page, text: string): Locator =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
}

test('two players talk: words, emoji, mentions, and who may not write', async ({ member, visitor }) => {
  const [anna, bela, { page: guest }] = await Promise.all([
    member('chat-a', '/coinflip'),
    member('chat-b', '/coinflip'),
    visitor(),
  ]);
  await guest.goto('/coinflip');
  for (const page of [anna.page, bela.page, guest]) await connected(page);
  await expect(guest.getByPlaceholder('Please sign in to write message')).toBeDisabled();

  const hello = uniqueText('Anyone up for a flip?');
  await say(anna.page, hello);
  for (const page of [anna.page, bela.page, guest]) {
    await expect(line(page, hello)).toHaveCount(1);
    await expect(line(page, hello)).toContainText(anna.name);
  }

  // A message that is too short is refused before anything is sent.
  await field(bela.page).fill('  hi ');
  await field(bela.page).press('Enter');
  await nextToast(bela.page, 'Message to small');
  await expect(field(bela.page)).toHaveValue('  hi ');

  // An emoji from the picker, one completed from its code, and a name completed after @.
  await field(bela.page).fill(uniqueText('Sure'));
  const said = await field(bela.page).inputValue();
  await bela.page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await bela.page.getByRole('combobox', { name: 'Search emoji' }).fill('gg');
  await lookHere(bela.page, 'chat-emoji');
  await bela.page.getByRole('option', { name: /^gg,/ }).click();
  await field(bela.page).press('End');
  await field(bela.page).pressSequentially(' :money');
  await expect(bela.page.getByRole('listbox', { name: 'Suggestions' })).toContainText('money');
  await field(bela.page).press('Enter');
  await field(bela.page).pressSequentially(` @${anna.name.slice(0, 6)}`);
  await expect(bela.page.getByRole('listbox', { name: 'Suggestions' })).toContainText(anna.name);
  await field(bela.page).press('Enter');
  await field(bela.page).press('Enter');
  for (const page of [anna.page, bela.page, guest]) {
    await expect(line(page, said).getByAltText(':gg:')).toBeVisible();
    await expect(line(page, said).getByAltText(':money:')).toBeVisible();
    await expect(line(page, said).locator('.chat-mention')).toHaveText(`@${anna.name}`);
  }
  await expect(line(anna.page, said), 'the mentioned player sees it').toHaveClass(/chat-row-calling/);
  await expect(line(guest, said)).not.toHaveClass(/chat-row-calling/);
  await lookHere(anna.page, 'chat');

  // Text stays text, whatever it contains.
  const markup = uniqueText('<img src=x onerror="window.hit=1"><b>bold</b>');
  await say(anna.page, markup);
  await expect(line(bela.page, markup)).toContainText(markup);
  await expect(line(bela.page, markup).locator('b')).toHaveCount(0);
  expect(await bela.page.evaluate(() => 'hit' in window)).toBe(false);
});

test('staff delete a message, ban a player whose page is open, and speak for the site', async ({ member, visitor }) => {
  const [anna, staff] = await Promise.all([member('chat-c', '/coinflip'), visitor()]);
  await signInAs(staff.page, MODERATOR, '/coinflip');
  for (const page of [anna.page, staff.page]) await connected(page);

  const rude = uniqueText('Something rude');
  const kept = uniqueText('Something kind');
  await say(anna.page, rude);
  await say(anna.page, kept);
  await expect(line(staff.page, kept), 'no row moves any more').toBeVisible();
  await line(staff.page, rude).hover();
  await line(staff.page, rude).getByRole('button', { name: 'Delete message' }).click();
  await nextToast(staff.page, 'Message was deleted');
  for (const page of [anna.page, staff.page]) {
    await expect(line(page, rude)).toHaveCount(0);
    await expect(line(page, kept)).toHaveCount(1);
  }
  await expect(line(anna.page, kept).getByRole('button'), 'players have no such buttons').toHaveCount(0);

  await line(staff.page, kept).hover();
  await line(staff.page, kept).getByRole('button', { name: 'Ban from chat' }).click();
  const question = staff.page.getByRole('group', { name: `Ban ${anna.name}` });
  await lookHere(staff.page, 'chat-ban');
  await question.getByRole('button', { name: 'Permanent' }).click();
  await nextToast(staff.page, `User: ${anna.name} was baned`);
  await expect(anna.page.getByPlaceholder('You are banned'), 'without a reload').toBeDisabled();
  await lookHere(anna.page, 'chat-banned');
  // A player who calls the API directly gets the same refusal, and nothing is posted.
  anna.expectTrouble(...refusedWith(403));
  expect(await post(anna.page, '/chat/create', { message: 'around the page' })).toEqual({
    status: 403,
    message: 'banned',
  });
  await anna.page.reload();
  await expect(anna.page.getByPlaceholder('You are banned')).toBeDisabled();

  const [{ userId = '' } = {}] = (await ask<readonly ChatMessage[]>(staff.page, '/chat/history')).filter(
    ({ message }) => message === kept,
  );
  expect((await post(staff.page, '/admin/chat/unban/byUserId', { userId })).status).toBe(200);
  await expect(field(anna.page), 'a ban that is lifted is over at once').toBeEnabled();

  const news = uniqueText('Good evening from the house');
  await staff.page.getByRole('button', { name: 'Chat as admin' }).click();
  await nextToast(staff.page, 'Now you can chat as admin');
  await say(staff.page, news);
  await expect(line(anna.page, news).getByText('STAFF', { exact: true })).toBeVisible();
  await staff.page.getByRole('button', { name: 'Chat as admin' }).click();
});

test('a house persona carries its badge, and no one can speak for a real player', async ({ member, visitor }) => {
  const [anna, staff] = await Promise.all([member('chat-d', '/coinflip'), visitor()]);
  await signInAs(staff.page, MODERATOR, '/coinflip');
  for (const page of [anna.page, staff.page]) await connected(page);
  const [persona] = await ask<readonly { readonly id: string; readonly name: string }[]>(
    staff.page,
    '/admin/chat/personas',
  );
  const first = uniqueText('Good luck everyone');
  const opened = await post(staff.page, '/admin/chat/create', { message: first, userId: persona?.id });
  expect(opened.status).toBe(200);
  await line(staff.page, first).hover();
  await line(staff.page, first).getByRole('button', { name: 'Chat shadow' }).click();
  await nextToast(staff.page, `Now you can chat as ${persona?.name}`);
  const second = uniqueText('I am a persona');
  await say(staff.page, second);
  for (const text of [first, second]) await expect(line(anna.page, text)).toBeVisible();
  await expect(line(anna.page, first).getByText('HOUSE', { exact: true })).toBeVisible();
  await expect(line(anna.page, first).getByText('BOT', { exact: true })).toBeVisible();
  await lookHere(anna.page, 'chat-house');

  const own = uniqueText('I speak for myself');
  await say(anna.page, own);
  await line(staff.page, own).hover();
  await expect(line(staff.page, own).getByRole('button', { name: 'Chat shadow' })).toHaveCount(0);
  const [{ userId = '' } = {}] = (await ask<readonly ChatMessage[]>(staff.page, '/chat/history')).filter(
    ({ message }) => message === own,
  );
  staff.expectTrouble(...refusedWith(403));
  expect((await post(staff.page, '/admin/chat/create', { message: 'as somebody else', userId })).status).toBe(403);
});

test('a closed chat says so to everyone, until it is opened again', async ({ member, visitor }) => {
  const [anna, staff] = await Promise.all([member('chat-e', '/coinflip'), visitor()]);
  await signInAs(staff.page, ADMIN, '/coinflip');
  for (const page of [anna.page, staff.page]) await connected(page);
  await field(anna.page).fill('half a sentence');
  expect(
    (await post(staff.page, '/admin/pauses/set', { system: 'chat', paused: true, why: 'maintenance' })).status,
  ).toBe(200);
  try {
    await expect(anna.page.getByPlaceholder('Chat is closed for maintenance')).toBeDisabled();
    await lookHere(anna.page, 'chat-closed');
    anna.expectTrouble(...refusedWith(409));
    expect((await post(anna.page, '/chat/create', { message: 'around the page' })).message).toBe('chat closed');
    // Staff who speak as staff can still write: someone has to explain why the chat is closed.
    const why = uniqueText('Back in five minutes');
    await staff.page.getByRole('button', { name: 'Chat as admin' }).click();
    await say(staff.page, why);
    await expect(line(anna.page, why)).toBeVisible();
  } finally {
    await post(staff.page, '/admin/pauses/set', { system: 'chat', paused: false, why: 'maintenance' });
  }
  await expect(field(anna.page)).toHaveValue('half a sentence');
});

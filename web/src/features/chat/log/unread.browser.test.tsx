/** The last message that was read is kept over visits. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { arrives, freshPage, showChat, type ChatServer } from '../chat-page.fixture.tsx';
import { chatId, messages, posted } from '../sample.fixture.ts';

let server: ChatServer;
beforeEach(() => {
  server = freshPage();
});
afterEach(() => vi.unstubAllGlobals());

const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });

test('remembers the last message that was read: after a while, and when the page is hidden', async () => {
  const remembered = () => localStorage.getItem('fairpot.chatRead');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  server.history = messages(1, 10);
  await showChat();
  await expect.poll(remembered, { timeout: 5_000 }).toBe(chatId(10));
  arrives(posted(11));
  await expect.element(row('message 11')).toBeVisible();
  hidden.mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(remembered()).toBe(chatId(11));
  arrives(posted(12));
  await expect.element(row('message 12')).toBeVisible();
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('New', { exact: true })).toBeVisible();
});

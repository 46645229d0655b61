/** The chat: writing, being banned, reading while messages arrive, and staff tools. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { arrives, freshPage, PAGE, showChat, signedInAs, toasts, type ChatServer } from './chat-page.fixture.tsx';
import { useAnnouncements } from '../../platform/page/announcer.ts';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { recentResults } from '@fairpot/contract/results/calls';
import { keyOf, queryClient } from '../../platform/calls/query-client.ts';
import { parsePreferences, setPreference } from '../../platform/page/preferences.ts';
import { EMPTY_LOG } from './log/log-model.ts';
import { useChatLog } from './log/log.ts';
import { chatId, message, messages, person, posted, removed } from './sample.fixture.ts';

let server: ChatServer;
beforeEach(() => {
  server = freshPage();
});
afterEach(() => vi.unstubAllGlobals());

const field = () => page.getByRole('textbox', { name: 'Write a message' });
const log = () => page.getByRole('log').element() as HTMLElement;
const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });

describe('writing', () => {
  test('signed out: the field shows it and is disabled', async () => {
    await showChat();
    await expect.element(page.getByPlaceholder('Please sign in to write message')).toBeDisabled();
  });

  test('Enter sends the trimmed text and empties the field', async () => {
    server.signedIn = signedInAs();
    await showChat();
    await field().fill('  hello   all :gg: ');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('');
    expect(server.posts).toEqual([{ path: '/chat/create', input: { message: 'hello all :gg:' } }]);
  });

  test.each(['hi', '   hi   ', ''])('%j is too small: shows a message, sends nothing, keeps the text', async (text) => {
    server.signedIn = signedInAs();
    await showChat();
    await field().fill(text);
    await userEvent.click(field());
    await userEvent.keyboard('{Enter}');
    expect(toasts()).toEqual(['Message to small']);
    expect(server.posts).toEqual([]);
    await expect.element(field()).toHaveValue(text);
  });

  test('a refused text returns to the field', async () => {
    server.signedIn = signedInAs();
    await showChat();
    server.refusal = 'RATE_LIMITED';
    await field().fill('too quick');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('too quick');
    expect(toasts()[0]).toContain('Too many requests');
  });

  test('a second message waits for the answer to the first', async () => {
    server.signedIn = signedInAs();
    await showChat();
    let answer = (): void => undefined;
    server.held = new Promise((resolve) => (answer = resolve));
    for (const text of ['first of all', 'and then']) {
      await field().fill(text);
      await userEvent.keyboard('{Enter}');
      await expect.element(field()).toHaveValue('');
    }
    expect(server.posts.map(({ input }) => input)).toEqual([{ message: 'first of all' }]);
    server.refusal = 'RATE_LIMITED';
    answer();
    await expect.poll(() => server.posts.map(({ input }) => input['message'])).toEqual(['first of all', 'and then']);
    await expect.element(field()).toHaveValue('first of all');
  });

  test('keeps the draft when the panel is closed', async () => {
    server.signedIn = signedInAs();
    const shown = await showChat();
    await field().fill('to be continued');
    await shown.unmount();
    await showChat();
    await expect.element(field()).toHaveValue('to be continued');
  });

  test('suggestions: arrows choose, Enter takes and does not send, Esc closes', async () => {
    server.signedIn = signedInAs();
    await showChat();
    await userEvent.click(field());
    await userEvent.keyboard('so :ro');
    await expect.element(page.getByRole('option', { name: ':rocket:' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(field()).toHaveValue('so :rofl: ');
    await userEvent.keyboard(':fi');
    await expect.element(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(page.getByRole('listbox', { name: 'Suggestions' }).query()).toBeNull();
    expect(server.posts).toEqual([]);
  });

  test('the emoji grid: 49, walked by arrows, searched by letters, taken by Enter', async () => {
    server.signedIn = signedInAs();
    await showChat();
    await field().fill('nice');
    await page.getByRole('button', { name: 'Emoji' }).click();
    const options = page.getByRole('listbox', { name: 'Emoji' }).getByRole('option');
    expect(options.elements()).toHaveLength(49);
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowUp}');
    expect(page.getByRole('option', { selected: true }).element().getAttribute('aria-label')).toBe('gl, good luck');
    await userEvent.keyboard('laugh');
    expect(options.elements()).toHaveLength(2);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('nice :lol: ');
    expect(document.activeElement).toBe(field().element());
    await page.getByRole('button', { name: 'Emoji' }).click();
    await userEvent.keyboard('{Escape}');
    expect(page.getByRole('listbox', { name: 'Emoji' }).query()).toBeNull();
  });
});

describe('being banned', () => {
  test('a ban applies to the open page, and lifting it restores the draft', async () => {
    server.signedIn = signedInAs();
    await showChat();
    await field().fill('half a sentence');
    server.ban = { until: null };
    arrives({ type: 'chat.banned', until: null });
    await expect.element(page.getByPlaceholder('You are banned')).toBeDisabled();
    server.ban = null;
    arrives({ type: 'chat.unbanned' });
    await expect.element(field()).toHaveValue('half a sentence');
  });

  test('a temporary ban shows its end, and ends by itself', async () => {
    server.signedIn = signedInAs();
    server.ban = { until: Date.now() + 1_500 };
    await showChat();
    await expect.element(page.getByPlaceholder(/^You are banned until \d+ \w+ \d{4}, \d\d:\d\d:\d\d$/)).toBeDisabled();
    await expect.element(field(), { timeout: 4_000 }).toBeVisible();
  });

  test('a refusal that reports a new ban is shown in the field', async () => {
    server.signedIn = signedInAs();
    await showChat();
    server.refusal = 'CHAT_BANNED';
    await field().fill('hello there');
    server.ban = { until: null };
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByPlaceholder('You are banned')).toBeDisabled();
    expect(toasts()).toEqual(['You are banned']);
  });

  test('closed for maintenance, and open again', async () => {
    server.signedIn = signedInAs();
    server.closed = true;
    await showChat();
    await expect.element(page.getByPlaceholder('Chat is closed for maintenance')).toBeDisabled();
    server.closed = false;
    arrives({ type: 'chat.opened' });
    await expect.element(field()).toBeEnabled();
  });
});

describe('reading', () => {
  const topOf = (n: number) =>
    log()
      .querySelector(`[data-id="${chatId(n)}"]`)
      ?.getBoundingClientRect().top;
  const atEnd = () => log().scrollHeight - log().scrollTop - log().clientHeight < 2;
  const scrollUp = async (px: number) => {
    log().scrollTop -= px;
    await expect.poll(() => useChatLog.getState().following).toBe(false);
  };

  test('follows at the end; scrolled up it stays still, counts new messages, and leads back', async () => {
    server.history = messages(1, 60);
    await showChat();
    await expect.element(row('message 60')).toBeVisible();
    await expect.poll(atEnd).toBe(true);
    arrives(posted(61));
    await expect.element(row('message 61')).toBeVisible();
    expect(page.getByRole('button', { name: /new message|Latest/ }).query()).toBeNull();

    await scrollUp(600);
    await expect.element(page.getByRole('button', { name: 'Latest messages' })).toBeVisible();
    const before = topOf(40);
    arrives(posted(62));
    await expect.element(page.getByRole('button', { name: '1 new message', exact: true })).toBeVisible();
    arrives(posted(63));
    arrives(posted(64));
    await expect.element(page.getByRole('button', { name: '3 new messages' })).toBeVisible();
    arrives(removed(3));
    await expect.poll(() => log().querySelector(`[data-id="${chatId(3)}"]`)).toBeNull();
    expect(topOf(40)).toBeCloseTo(before ?? 0, 0);

    await page.getByRole('button', { name: '3 new messages' }).click();
    await expect.element(row('message 64')).toBeVisible();
    expect(atEnd()).toBe(true);
    expect(page.getByRole('button', { name: /new message|Latest/ }).query()).toBeNull();
  });

  test('older pages load above without moving the visible rows', async () => {
    server.history = messages(1, 2 * PAGE + 10);
    await showChat();
    await expect.element(row(`message ${2 * PAGE + 10}`)).toBeVisible();
    await expect.poll(atEnd).toBe(true);
    log().scrollTop = 300;
    await expect.poll(() => log().querySelectorAll('.chat-row').length).toBe(2 * PAGE);
    const kept = topOf(PAGE + 20);
    expect(kept).toBeDefined();
    log().scrollTop = 1;
    await expect.poll(() => useChatLog.getState().messages[0]?.id).toBe(chatId(1));
    expect(useChatLog.getState().olderLeft).toBe(false);
  });

  test('never more than 200 are kept on the page', async () => {
    server.history = messages(1, 50);
    await showChat();
    await expect.element(row('message 50')).toBeVisible();
    for (let n = 51; n <= 400; n += 1) arrives(posted(n));
    await expect.element(row('message 400')).toBeVisible();
    expect(log().querySelectorAll('.chat-row')).toHaveLength(200);
    expect(atEnd()).toBe(true);
  });

  test('badges show the author and the voice; messages of one person share a head', async () => {
    const bot = person(7, { name: 'Marzipan', isFake: true, badge: 'BOT' });
    const staff = person(8, { name: 'Hollis', badge: 'STAFF' });
    server.history = [
      message(1, { user: bot, badge: 'HOUSE', message: 'house voice' }),
      message(2, { user: staff, message: 'staff voice' }),
      message(3, { user: staff, message: 'staff again' }),
    ];
    await showChat();
    await expect.element(row('house voice')).toHaveTextContent('BOTHOUSE');
    await expect.element(row('staff voice')).toHaveTextContent('HollisSTAFF');
    await expect.element(row('staff again')).not.toHaveTextContent('Hollis');
  });

  test('highlights mentions of the player', async () => {
    server.signedIn = signedInAs();
    server.history = [message(1, { message: 'hey @Rookbolt and @mika' })];
    await showChat();
    const marks = () => [...log().querySelectorAll('.chat-mention-own')].map((mark) => mark.textContent);
    await expect.poll(marks).toEqual(['@Rookbolt']);
  });

  test('announces mentions, and other messages only if turned on', async () => {
    server.signedIn = signedInAs();
    server.history = [message(1)];
    const said = () => useAnnouncements.getState().polite.text;
    await showChat();
    await expect.poll(() => useChatLog.getState().status).toBe('ready');
    arrives({ type: 'chat.posted', message: message(2, { message: 'a plain message' }) });
    arrives({ type: 'chat.posted', message: message(3, { message: 'hey @rookbolt' }) });
    await expect.poll(said, { timeout: 5_000 }).toContain('mentioned you: hey @rookbolt');
    expect(said()).not.toContain('a plain message');
    setPreference('readChat', true);
    try {
      arrives({ type: 'chat.posted', message: message(4, { message: 'somebody talks' }) });
      await expect.poll(said, { timeout: 5_000 }).toContain(': somebody talks');
    } finally {
      setPreference('readChat', false);
    }
  });

  test('endless words, right-to-left text and stacked marks stay in their row', async () => {
    server.history = [
      message(1, { message: 'W'.repeat(300) }),
      message(2, { message: `\u202e${'שלום '.repeat(20)}` }),
      message(3, { message: `z${'\u0301\u0336\u035c'.repeat(90)}` }),
      message(4, { user: person(2, { name: 'N'.repeat(48) }), message: 'below' }),
    ];
    await showChat();
    await expect.element(row('below')).toBeVisible();
    expect(log().scrollWidth).toBe(log().clientWidth);
    const texts = [...log().querySelectorAll<HTMLElement>('.chat-text')];
    for (const text of texts) expect(text.getBoundingClientRect().right).toBeLessThanOrEqual(320);
    for (const text of texts) expect(text.scrollWidth).toBe(text.clientWidth);
    // What can leave its line is cut. Nothing else has a clip, which costs the browser time in each frame.
    expect(texts.map((text) => getComputedStyle(text).overflow)).toEqual(['visible', 'visible', 'clip', 'visible']);
    const names = [...log().querySelectorAll<HTMLElement>('.chat-name')];
    expect(names.map((name) => getComputedStyle(name).textOverflow)).toEqual(['clip', 'ellipsis']);
  });
});

describe('staff', () => {
  const moderator = () => signedInAs('MODERATOR', { name: 'Hollis', badge: 'STAFF' });

  test('players find no tools', async () => {
    server.signedIn = signedInAs();
    server.history = messages(1, 2);
    await showChat();
    await expect.element(field()).toBeVisible();
    expect(page.getByRole('button', { name: /Delete|Ban|shadow|admin/ }).elements()).toEqual([]);
  });

  test('the gear switches to admin, and back', async () => {
    server.signedIn = moderator();
    await showChat();
    await page.getByRole('button', { name: 'Chat as admin' }).click();
    await field().fill('please be kind');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => server.posts)
      .toEqual([{ path: '/admin/chat/create', input: { message: 'please be kind' } }]);
    await page.getByRole('button', { name: 'Chat as admin' }).click();
    await field().fill('just me');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => server.posts[1]).toEqual({ path: '/chat/create', input: { message: 'just me' } });
    expect(toasts()).toEqual(['Now you can chat as admin', 'Now you can chat as Hollis']);
  });

  test('Chat shadow is offered only for house personas', async () => {
    const bot = person(7, { name: 'Marzipan', isFake: true, badge: 'BOT' });
    server.signedIn = moderator();
    server.personas = [bot];
    server.history = [message(1, { user: bot, badge: 'HOUSE' }), message(2, { user: person(2) })];
    await showChat();
    await expect.element(row('message 2')).toBeVisible();
    expect(page.getByRole('button', { name: 'Chat shadow' }).elements()).toHaveLength(1);
    expect(row('message 1').getByRole('button', { name: 'Ban from chat' }).query()).toBeNull();
    await row('message 1').getByRole('button', { name: 'Chat shadow' }).click();
    expect(toasts()).toEqual(['Now you can chat as Marzipan']);
    await field().fill('good evening');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => server.posts)
      .toEqual([{ path: '/admin/chat/create', input: { message: 'good evening', userId: bot.id } }]);
  });

  test('deletes and bans, each with its toast', async () => {
    server.signedIn = moderator();
    server.history = [message(1, { user: person(2, { name: 'mika' }) })];
    await showChat();
    await row('message 1').getByRole('button', { name: 'Ban from chat' }).click();
    await page.getByRole('group', { name: 'Ban mika' }).getByRole('button', { name: '1 hour' }).click();
    await row('message 1').getByRole('button', { name: 'Delete message' }).click();
    await expect.poll(toasts).toEqual(['User: mika was baned', 'Message was deleted']);
    expect(server.posts).toEqual([
      { path: '/admin/chat/ban/byUserId', input: { userId: person(2).id, minutes: 60 } },
      { path: '/admin/chat/remove/byChatId', input: { chatIds: [chatId(1)] } },
    ]);
  });

  test.each([
    ['MODERATOR', 0],
    ['ADMIN', 1],
  ] as const)('%s sees %i ban buttons for staff, none for themselves', async (status, ways) => {
    server.signedIn = signedInAs(status, { badge: 'STAFF' });
    server.history = [
      message(1, { user: person(3, { badge: 'STAFF' }) }),
      message(2, { user: person(900, { name: 'rookbolt', badge: 'STAFF' }) }),
    ];
    await showChat();
    await expect.poll(() => page.getByRole('button', { name: 'Delete message' }).elements().length).toBe(2);
    expect(page.getByRole('button', { name: 'Ban from chat' }).elements()).toHaveLength(ways);
  });
});

describe('news, days and what is unread', () => {
  const battle = (n: number, at: number): RecentResult => ({
    roundId: `rnd_${String(n).padStart(26, '0')}`,
    game: 'casebattle',
    at,
    winners: [{ user: person(2, { isFake: true, badge: 'BOT' }), stakedUsd: 10, wonUsd: 25 }],
  });

  test('the message of the house is above the log; without one only the switch is', async () => {
    server.welcome = 'Be kind.';
    await showChat();
    await expect.element(page.getByText('Fairpot: Be kind.')).toBeVisible();
    expect(log().contains(page.getByText('Fairpot: Be kind.').element())).toBe(false);
  });

  test('a finished battle is a line that leads to its proof; one press hides such lines for good', async () => {
    server.history = messages(1, 2);
    server.results = [battle(7, server.history[1]!.createdAt + 1)];
    const shown = await showChat();
    const line = page.getByRole('link', { name: /person 2 BOT won \$25\.00 in a case battle/ });
    await expect.element(line).toHaveAttribute('href', `/fairplay?round=${server.results[0]?.roundId}`);
    expect([...log().querySelectorAll('[role=listitem]')].at(-1)?.textContent).toContain('won $25.00');
    await page.getByRole('button', { name: 'Hide results' }).click();
    await expect.element(line).not.toBeInTheDocument();
    await shown.unmount();
    await showChat();
    await expect.element(row('message 2')).toBeVisible();
    expect(parsePreferences(localStorage.getItem('fairpot.preferences')).chatNews).toBe(false);
    expect(line.query()).toBeNull();
    await page.getByRole('button', { name: 'Show results' }).click();
    await expect.element(line).toBeVisible();
  });

  test('while the player reads earlier messages no line is added', async () => {
    server.history = messages(1, PAGE);
    await showChat();
    await expect.element(row('message 50')).toBeVisible();
    log().scrollTop = 0;
    await expect.poll(() => useChatLog.getState().following).toBe(false);
    queryClient.setQueryData(keyOf(recentResults, {}), {
      results: [battle(8, server.history.at(-1)!.createdAt + 1)],
      totals: { rounds: 1, paidUsd: 0 },
    });
    const before = log().scrollHeight;
    arrives(posted(PAGE + 1));
    await page.getByRole('button', { name: '1 new message' }).click();
    await expect.element(page.getByRole('link', { name: /case battle/ })).toBeVisible();
    expect(log().scrollHeight).toBeGreaterThan(before);
  });

  test('a day begins with its date', async () => {
    server.history = [message(1, { createdAt: Date.now() - 86_400_000 }), message(2, { createdAt: Date.now() })];
    await showChat();
    await expect.element(page.getByText('Yesterday')).toBeVisible();
    const texts = [...log().querySelectorAll('[role=listitem]')].map((row) => row.textContent);
    expect(texts[0]).toBe('Yesterday');
    expect(texts[2]).toBe('Today');
  });

  test('after a return a chip leads to the first unread message', async () => {
    server.history = messages(1, 10);
    const shown = await showChat();
    await expect.element(row('message 10')).toBeVisible();
    expect(page.getByText('New', { exact: true }).query()).toBeNull();
    await shown.unmount();
    useChatLog.setState({ ...EMPTY_LOG, status: 'loading' });
    server.history = messages(1, 40);
    await showChat();
    await page.getByRole('button', { name: '30 unread' }).click();
    const top = () => row('message 11').first().element().getBoundingClientRect().top;
    await expect.poll(() => top() - log().getBoundingClientRect().top).toBeLessThan(80);
    expect(top()).toBeGreaterThan(log().getBoundingClientRect().top);
    await expect.element(page.getByRole('button', { name: '30 unread' })).not.toBeInTheDocument();
    expect(useChatLog.getState().following).toBe(false);
  });
});

/** A player's view of tickets: unread marks, authors, scrolling to the newest message, topics, closing. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Ticket, TicketMessage } from '@fairpot/contract/support/schemas';
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import { queryClient } from '../../platform/calls/query-client.ts';
import { closeModal, openModal, useModal } from '../../platform/page/modal.ts';
import { useToasts } from '../../platform/page/toasts.ts';
import { ModalHost } from '../../shell/modal-host.tsx';
import { Conversation, SCROLL_DELAY_MS } from '../../ticket-kit/conversation.tsx';
import { SupportPage } from './support-page.tsx';

const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;
const AT = Date.UTC(2026, 10, 20, 12);

function ticketOf(n: number, over: Partial<Ticket> = {}): Ticket {
  const base = { id: id('tkt', n), version: 1, title: `Question ${n}`, about: null, openedAt: AT, lastAt: AT };
  return { ...base, state: 'open', firstAnswerAt: null, closedAt: null, unread: 0, ...over };
}

function messageOf(n: number, side: TicketMessage['side'], text = `Words ${n}`): TicketMessage {
  const parts = [{ kind: 'text' as const, text }];
  return { id: id('tmg', n), userId: null, side, message: text, parts, createdAt: AT + n };
}

/** The requests and commands of the page. */
interface RecordedTicketCall {
  readonly path: string;
  readonly input: Record<string, unknown>;
}
let tickets: Ticket[] = [];
let messages: TicketMessage[] = [];
let asked: string[] = [];
let sent: RecordedTicketCall[] = [];

/** By path, without the query. */
function answerTo(path: string): unknown {
  const [ticket] = tickets;
  if (path === '/user') {
    const user = { id: id('ply', 1), name: 'rookbolt', status: 'USER', ageConfirmed: true, experience: 0, avatar: '' };
    return { user, statistics: {} };
  }
  if (path === '/support/tickets') return { tickets, next: null };
  if (path.startsWith('/support/tickets/')) return { ...ticket, messages, older: null };
  if (path === '/fair/log/mine') {
    const round = { game: 'coinflip', at: AT, won: true, stakedUsd: 10, wonUsd: 19, profitUsd: 9 };
    return { rounds: [{ ...round, roundId: id('rnd', 7) }], next: null };
  }
  if (path === '/trades/list')
    return { orders: [{ id: id('trd', 8), createdAt: AT, code: 'D-7Q3K2M', kind: 'DEPOSIT' }] };
  if (path === '/cryptodeposits/order/list') return [{ id: id('cdp', 9), createdAt: AT, coinName: 'BTC' }];
  if (path === '/cryptowithdrawals/list') return [{ id: id('cwd', 6), createdAt: AT + 1, coinName: 'ETH' }];
  return {};
}

function command(path: string, input: RecordedTicketCall['input']): unknown {
  sent.push({ path, input });
  if (path === '/support/tickets/close') tickets = tickets.map((each) => ({ ...each, state: 'closed', closedAt: AT }));
  return path === '/support/tickets' ? { id: id('tkt', 99) } : {};
}

beforeEach(() => {
  [tickets, messages, asked, sent] = [[], [], [], []];
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; SameSite=Lax`;
  queryClient.clear();
  closeModal();
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const path = new URL(address, location.origin).pathname.replace('/api', '');
    const isCommand = init?.method === 'POST';
    if (!isCommand) asked.push(path);
    const response = isCommand
      ? command(path, JSON.parse(init.body as string) as RecordedTicketCall['input'])
      : answerTo(path);
    return Response.json({ success: true, response });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function showPage(at = '/support'): Promise<void> {
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <SupportPage />
        <ModalHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const list = page.getByRole('list', { name: 'Your tickets' });

test('each ticket shows its status and unread count; opening it marks it as read', async () => {
  tickets = [
    ticketOf(1, { firstAnswerAt: AT, unread: 2 }),
    ticketOf(2),
    ticketOf(3, { state: 'closed', closedAt: AT }),
  ];
  messages = [messageOf(1, 'player'), messageOf(2, 'staff')];
  await showPage();
  const rows = list.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/Question 1Replied.*2 new/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Question 2Open/);
  await expect.element(rows.nth(2)).toHaveTextContent(/Question 3Closed/);
  expect(rows.nth(1).element().textContent).not.toContain('new');
  expect(sent).toEqual([]);
  await rows
    .nth(0)
    .getByRole('button', { name: /^Question 1/ })
    .click();
  await expect.poll(() => sent).toEqual([{ path: '/support/tickets/read', input: { ticketId: id('tkt', 1) } }]);
});

test('replies are signed Moderator, the player’s own messages are not', async () => {
  tickets = [ticketOf(1)];
  messages = [messageOf(1, 'player', 'mine'), messageOf(2, 'staff', 'theirs')];
  await showPage(`/support?ticket=${id('tkt', 1)}`);
  const log = page.getByRole('log', { name: 'Messages' });
  await expect.element(log.getByRole('listitem').nth(1)).toHaveTextContent(/^Moderator.*theirs$/);
  await expect.element(log.getByRole('listitem').nth(0)).toHaveTextContent(/^You.*mine$/);
});

test('scrolls to the newest message 100 ms after it arrives, not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const show = (n: number) => (
    <Conversation
      messages={Array.from({ length: n }, (_, at) => messageOf(at, 'staff', `A line\n`.repeat(6)))}
      side="player"
      author={() => 'Moderator'}
      chip={() => null}
      onOlder={null}
    />
  );
  const { container, rerender } = await render(show(12));
  const box = container.querySelector('[role=log]');
  if (box === null) throw new Error('no log');
  const below = () => box.scrollHeight - box.clientHeight - box.scrollTop;
  expect(below()).toBeGreaterThan(100);
  expect(SCROLL_DELAY_MS).toBe(100);
  vi.advanceTimersByTime(99);
  expect(box.scrollTop).toBe(0);
  vi.advanceTimersByTime(1);
  expect(below()).toBeLessThan(1);
  await rerender(show(13));
  expect(below()).toBeGreaterThan(50);
  vi.advanceTimersByTime(100);
  expect(below()).toBeLessThan(1);
});

test.each([
  ['A round', 'round', /^Coinflip, won/, id('rnd', 7)],
  ['A Steam trade', 'trade', /^D-7Q3K2M, deposit/, id('trd', 8)],
  ['A crypto payment', 'payment', /^BTC deposit/, id('cdp', 9)],
  ['A crypto payment', 'payment', /^ETH withdrawal/, id('cwd', 6)],
] as const)('a ticket can be about the player’s own %s: %s', async (words, kind, label, thing) => {
  await showPage();
  await page.getByRole('combobox', { name: 'Topic' }).selectOptions(words);
  const which = page.getByRole('combobox', { name: 'Which one?' });
  await expect.element(which.getByRole('option', { name: label })).toBeInTheDocument();
  await which.selectOptions(thing);
  await page.getByRole('textbox', { name: 'How can we help?' }).fill('Where is it?');
  await page.getByRole('button', { name: 'SEND' }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ path: '/support/tickets', input: { message: 'Where is it?', about: { kind, id: thing } } }]);
});

test('two characters plus spaces are too small: shows a toast and sends nothing', async () => {
  await showPage();
  await page.getByRole('textbox', { name: 'How can we help?' }).fill('  ok   ');
  await page.getByRole('button', { name: 'SEND' }).click();
  expect(useToasts.getState().history).toMatchObject([{ kind: 'error', text: 'Message to small', durationMs: 5_000 }]);
  expect(sent).toEqual([]);
});

test('closing in its window shows a toast, refetches the list and closes the window', async () => {
  tickets = [ticketOf(1)];
  messages = [messageOf(1, 'player')];
  await showPage();
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent(/Open/);
  openModal('ticket.view', { ticketId: id('tkt', 1) });
  const before = asked.filter((path) => path === '/support/tickets').length;
  await page.getByRole('dialog', { name: 'View ticket' }).getByRole('button', { name: 'Close ticket' }).click();
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent(/Closed/);
  expect(useToasts.getState().history).toMatchObject([
    { kind: 'success', text: 'Ticket is closed!', durationMs: 5_000 },
  ]);
  expect(useModal.getState().open).toBeNull();
  expect(asked.filter((path) => path === '/support/tickets').length).toBeGreaterThan(before);
});

/** The desk during a database outage, and with a queue of 10,000 tickets. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { banFromChat } from '@fairpot/contract/chat/calls';
import { listStaffTickets, TICKETS_PAGE, WAITING_MAX } from '@fairpot/contract/support/calls';
import { queryClient } from '../../platform/calls/query-client.ts';
import { PLAYER, ticketOf } from './desk-parts.fixture.ts';
import { deskAnswers, pathOf } from './desk.fixture.ts';
import { Desk, DESK_PATHS, deskServer } from './desk-page.fixture.tsx';
import { ActModal } from './kit/act-modal.tsx';
import type { AnyAct } from './kit/act.ts';

afterEach(() => vi.unstubAllGlobals());

const SAID = 'text of a player';
const AWAY = 'The site’s database is not responding.';

const alertsIn = (part: Element): number => part.querySelectorAll('[role="alert"]').length;
const bars = (): number => page.getByText(AWAY, { exact: false }).elements().length;

test('every screen reports the outage, keeps its content, and recovers by itself', async () => {
  const server = deskServer(deskAnswers([SAID]));
  server.away = true;
  const { container } = await render(
    <>
      {DESK_PATHS.map((path) => (
        <section key={path} data-path={path}>
          <Desk path={path} />
        </section>
      ))}
    </>,
  );
  const parts = [...container.querySelectorAll('section[data-path]')];
  const silent = () => parts.filter((part) => alertsIn(part) === 0).map((part) => part.getAttribute('data-path'));
  await expect.poll(silent, { message: 'screens that do not report it' }).toEqual([]);
  expect(bars()).toBe(DESK_PATHS.length);

  server.away = false;
  const still = () => parts.filter((part) => alertsIn(part) > 0).map((part) => part.getAttribute('data-path'));
  await expect.poll(still, { message: 'screens that have not recovered' }).toEqual([]);
  await expect.poll(bars).toBe(0);
  const blank = () =>
    parts.filter((part) => !part.textContent.includes(SAID)).map((part) => part.getAttribute('data-path'));
  await expect.poll(blank, { message: 'screens without content' }).toEqual([]);

  server.away = true;
  await queryClient.refetchQueries({ type: 'active' });
  await expect.poll(bars).toBe(DESK_PATHS.length);
  expect([still(), blank()]).toEqual([[], []]);
  server.away = false;
  await expect.poll(bars).toBe(0);
});

test('an action during the outage keeps its reason, and a second press sends the same action', async () => {
  const keys: (string | null)[] = [];
  const sent: unknown[] = [];
  let away = true;
  vi.stubGlobal('fetch', (_: string, init: { readonly headers: HeadersInit; readonly body?: string }) => {
    const isAction = init.body !== undefined;
    if (isAction) {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      sent.push(JSON.parse(init.body));
    }
    // A screen of the test before may still retry a question.
    if (away || !isAction)
      return Promise.resolve(Response.json({ success: false, message: 'ERR_UNAVAILABLE' }, { status: 503 }));
    return Promise.resolve(Response.json({ success: true, response: {} }));
  });
  const done = vi.fn();
  const act: AnyAct = { title: 'Ban', confirm: 'BAN', command: banFromChat, input: { userId: PLAYER }, onDone: done };
  await render(
    <QueryClientProvider client={queryClient}>
      <ActModal act={act} />
    </QueryClientProvider>,
  );
  await page.getByLabelText('Reason').fill('insults');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The service is not available right now');
  await expect.element(page.getByText('The action will run only once', { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Reason')).toHaveValue('insults');
  expect(done).not.toHaveBeenCalled();
  away = false;
  await page.getByRole('button', { name: 'BAN' }).click();
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(new Set(keys).size).toBe(1);
  expect(sent).toEqual(Array(2).fill({ userId: PLAYER, why: 'insults' }));
});

test('draws one page of 10,000 tickets, and the next on a press', async () => {
  const ALL = 10_000;
  const server = deskServer(deskAnswers([SAID]));
  const asked: string[] = [];
  server.more = (url) => {
    if (url.pathname !== pathOf(listStaffTickets, { list: 'waiting' })) return undefined;
    const from = Number(url.searchParams.get('after')?.split('~')[0] ?? 0);
    asked.push(url.search);
    const tickets = Array.from({ length: TICKETS_PAGE }, (_, n) => ticketOf(from + n, `ticket ${from + n}`));
    const next = from + TICKETS_PAGE < ALL ? `${from + TICKETS_PAGE}~tkt` : null;
    return { tickets, next, waiting: WAITING_MAX, answers: null };
  };
  const { container } = await render(<Desk path="tickets" />);
  const rows = (): number => container.querySelectorAll('tbody tr').length;
  await expect.poll(rows).toBe(TICKETS_PAGE);
  await expect.element(page.getByText(/1,?000/).first()).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more' });
  for (const pages of [2, 3]) {
    await more.click();
    await expect.poll(rows).toBe(pages * TICKETS_PAGE);
  }
  // End moves the focus to the last loaded row.
  const links = [...container.querySelectorAll<HTMLElement>('tbody tr td:first-child a')];
  links[0]?.focus();
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(links.at(-1));
  expect(asked.filter((search) => search.includes('after'))).toHaveLength(2);
});

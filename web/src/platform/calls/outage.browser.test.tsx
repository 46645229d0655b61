/**
 * A server whose database is down (503): failed queries recover by themselves, and a repeated press sends the same command. A server that is away:
 * nothing is sent.
 */
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { addUserNote, listUserNotes } from '@fairpot/contract/staff/users/calls';
import { ApiRefusal } from './api.ts';
import { retryDelayMs, queryClient, refetchShown } from './query-client.ts';
import { useLive } from '../live/live.ts';
import { Button } from '../../ui/controls/button.tsx';
import { NoAnswer } from '../../ui/states/states.tsx';
import { useAsk, useSend } from './use-call.ts';

const AWAY = { success: false, message: 'ERR_UNAVAILABLE' };
const userId = 'ply_00000000000000000000000000';

/** The server's next answers, the last one repeated; and the keys of the commands it received. */
let answers: readonly (() => Response)[];
let keys: (string | null)[];
const away = () => Response.json(AWAY, { status: 503 });
const ok = (response: unknown) => () => Response.json({ success: true, response });
const refused = () => Response.json({ success: false, message: 'ERR_NO_PLAYER' }, { status: 404 });

beforeEach(() => {
  queryClient.clear();
  keys = [];
  let asked = 0;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'));
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return Promise.resolve(answer?.());
  });
});
afterEach(() => {
  useLive.setState({ status: 'connecting' });
  vi.unstubAllGlobals();
});

function Notes() {
  const { data, error } = useAsk(listUserNotes, { userId });
  return <p>{error ? 'away' : data ? `${data.notes.length} notes` : 'loading'}</p>;
}

function Add({ note }: { readonly note: string }) {
  const { phase, run } = useSend(addUserNote, { onRefused: () => true });
  return <button onClick={() => void run({ userId, note })}>{phase}</button>;
}

async function show(what: React.ReactNode) {
  return render(<QueryClientProvider client={queryClient}>{what}</QueryClientProvider>);
}

test('an unavailable query is retried until it succeeds', async () => {
  answers = [away, ok({ notes: [], next: null })];
  await show(<Notes />);
  await expect.element(page.getByText('away')).toBeVisible();
  await expect.element(page.getByText('0 notes')).toBeVisible();
});

test('a refusal is not retried; an outage is, less and less often', () => {
  const of = (status: number) => new ApiRefusal({ message: 'no', text: 'no', status });
  for (const status of [400, 401, 403, 404, 409, 422, 429, 500]) expect(retryDelayMs(of(status), 1)).toBe(false);
  expect(retryDelayMs(new TypeError('a bug of ours'), 1)).toBe(false);
  expect([0, 502, 503, 504].map((status) => retryDelayMs(of(status), 1))).toEqual([2_000, 2_000, 2_000, 2_000]);
  expect([2, 3, 4, 40].map((failures) => retryDelayMs(of(503), failures))).toEqual([4_000, 8_000, 15_000, 15_000]);
});

test('a command that may have succeeded despite a 503 keeps its key on the next press; another command has another key', async () => {
  answers = [away, refused, ok({})];
  const { rerender } = await show(<Add note="asked twice" />);
  await page.getByRole('button', { name: 'idle' }).click();
  await page.getByRole('button', { name: 'refused' }).click();
  await expect.poll(() => keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  // A refusal is an answer: the next press is a new action.
  await page.getByRole('button', { name: 'refused' }).click();
  await expect.poll(() => keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[1]);
  await rerender(
    <QueryClientProvider client={queryClient}>
      <Add note="another note" />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'accepted' }).click();
  await expect.poll(() => keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(3);
});

function Stake() {
  const { phase, refusal, run } = useSend(addUserNote, { onRefused: () => true });
  return (
    <>
      <Button
        variant="primary"
        aria-label="Stake $5"
        busy={phase === 'sent'}
        onClick={() => void run({ userId, note: 'x' })}
      >
        STAKE
      </Button>
      {/* not a button that waits: a key or a form can still ask for the command */}
      <button type="button" onClick={() => void run({ userId, note: 'x' })}>
        by key
      </button>
      <Button disabled>Own reason</Button>
      <Button>Works alone</Button>
      <p>{refusal?.text}</p>
    </>
  );
}

test('while the server is away a command is not sent, its button waits and says so, and nothing is sent on return', async () => {
  answers = [ok({})];
  await show(<Stake />);
  useLive.setState({ status: 'reconnecting' });
  const waiting = page.getByRole('button', { name: 'Waiting for the connection' });
  await expect.element(waiting).toHaveAttribute('aria-disabled', 'true');
  expect(waiting.elements()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Works alone' })).toBeVisible();
  (waiting.element() as HTMLElement).click();
  await page.getByRole('button', { name: 'by key' }).click();
  await expect.element(page.getByText('There is no connection, so this was not sent.')).toBeVisible();
  useLive.setState({ status: 'online' });
  await expect.element(page.getByRole('button', { name: 'Stake $5' })).toBeVisible();
  expect(keys).toHaveLength(0);
  await page.getByRole('button', { name: 'Stake $5' }).click();
  await expect.poll(() => keys).toHaveLength(1);
});

test('a list without an answer says that the server is away, also if the network refuses nothing; then it is asked for again', async () => {
  const hung = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal('fetch', hung);
  function List() {
    const { data, error, refetch } = useAsk(listUserNotes, { userId });
    return (
      <>
        {data && <p>{data.notes.length} notes</p>}
        {!data && <NoAnswer error={error} refetch={refetch} className="h-4" />}
      </>
    );
  }
  await show(<List />);
  await expect.poll(() => hung.mock.calls.length).toBe(1);
  useLive.setState({ status: 'reconnecting' });
  await expect.element(page.getByText('The server cannot be reached.')).toBeVisible();
  await expect.element(page.getByText('Stakes, items and balances are safe.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  vi.stubGlobal('fetch', () => Promise.resolve(ok({ notes: [], next: null })()));
  useLive.setState({ status: 'online' });
  await refetchShown();
  await expect.element(page.getByText('0 notes')).toBeVisible();
});

test('a browser that is offline fails a query instead of keeping it for later', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  try {
    await show(<Notes />);
    await expect.element(page.getByText('away')).toBeVisible();
  } finally {
    onlineManager.setOnline(true);
  }
});

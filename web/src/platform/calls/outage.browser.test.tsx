/** A server whose database is down (503): failed queries recover by themselves, and a repeated press sends the same command. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { addUserNote, listUserNotes } from '@fairpot/contract/staff/users/calls';
import { ApiRefusal } from './api.ts';
import { retryDelayMs, queryClient } from './query-client.ts';
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

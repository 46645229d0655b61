/** Where a stake's items come from, asked by somebody who presses before the settings are there. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { closeModal, useModal } from '../../platform/page/modal.ts';
import { useSources } from './use-sources.ts';

afterEach(() => {
  closeModal();
  vi.unstubAllGlobals();
});

const onSite = vi.fn();

function Stake() {
  const stake = useSources({ onSite, onSteam: () => undefined });
  return (
    <button type="button" onClick={stake}>
      stake
    </button>
  );
}

/** The button, pressed while the settings are on their way; they come when the answer is given. */
async function pressed(): Promise<(answer: Response) => void> {
  onSite.mockClear();
  let tell: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => (tell = resolve));
  vi.stubGlobal('fetch', () => answer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(
    <QueryClientProvider client={client}>
      <Stake />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'stake' }).click();
  expect([onSite.mock.calls.length, useModal.getState().open]).toEqual([0, null]);
  return tell;
}

const settings = (stakeable: boolean) => Response.json({ success: true, response: { deposit: { stakeable } } });

test('it waits for them: both places are offered where Steam is open', async () => {
  const tell = await pressed();
  tell(settings(true));
  await expect.poll(() => useModal.getState().open?.view).toBe('bet.source');
  expect(onSite).not.toHaveBeenCalled();
});

test('where Steam is not open, or the settings cannot be had, the items are those of the site', async () => {
  for (const answer of [settings(false), new Response('{}', { status: 500 })]) {
    const tell = await pressed();
    tell(answer);
    await expect.poll(() => onSite.mock.calls.length).toBe(1);
    expect(useModal.getState().open).toBeNull();
    document.body.replaceChildren();
  }
});

/** The choice of a stake's source, pressed before the settings have arrived. */
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

/** Presses the button while the settings are pending. Returns the function that delivers them. */
async function pressed(): Promise<(answer: Response) => void> {
  onSite.mockClear();
  let deliver: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => (deliver = resolve));
  vi.stubGlobal('fetch', () => answer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(
    <QueryClientProvider client={client}>
      <Stake />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'stake' }).click();
  expect([onSite.mock.calls.length, useModal.getState().open]).toEqual([0, null]);
  return deliver;
}

const settings = (stakeApp: number | null) => Response.json({ success: true, response: { deposit: { stakeApp } } });

test('waits for the settings and offers both sources where Steam stakes are open', async () => {
  const deliver = await pressed();
  deliver(settings(570));
  await expect.poll(() => useModal.getState().open?.view).toBe('bet.source');
  expect(onSite).not.toHaveBeenCalled();
});

test('uses site items where Steam stakes are closed or the settings cannot be loaded', async () => {
  for (const answer of [settings(null), new Response('{}', { status: 500 })]) {
    const deliver = await pressed();
    deliver(answer);
    await expect.poll(() => onSite.mock.calls.length).toBe(1);
    expect(useModal.getState().open).toBeNull();
    document.body.replaceChildren();
  }
});

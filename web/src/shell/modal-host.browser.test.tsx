/** The modal window: how it opens, closes, traps focus and returns it. */
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { closeModal, openModal, registerModal } from '../platform/page/modal.ts';
import { useLive } from '../platform/live/live.ts';
import { usePreferences } from '../platform/page/preferences.ts';
import { MemoryRouter } from 'react-router';
import { ModalHost } from './modal-host.tsx';

declare module '../platform/page/modal.ts' {
  interface ModalViews {
    'test.greeting': { readonly name: string };
    'test.broken': Record<string, never>;
    'test.late': Record<string, never>;
    'test.hung': Record<string, never>;
  }
}

function Greeting({ name }: { readonly name: string }) {
  return (
    <p>
      Hello {name} <button type="button">inside</button>
    </p>
  );
}

registerModal('test.greeting', { title: ({ name }) => `For ${name}`, size: 'sm', load: async () => Greeting });
registerModal('test.broken', { title: 'Broken', load: () => Promise.reject(new Error('offline')) });

const window_ = page.getByRole('dialog');
const opener = page.getByRole('button', { name: 'opener' });

async function open(onClose?: () => void): Promise<void> {
  usePreferences.setState({ reduceMotion: true });
  await render(
    <MemoryRouter>
      <button type="button" onClick={() => openModal('test.greeting', { name: 'Ada' }, onClose ? { onClose } : {})}>
        opener
      </button>
      <ModalHost />
    </MemoryRouter>,
  );
  await opener.click();
  await expect.element(page.getByText('Hello Ada')).toBeVisible();
}

afterEach(() => closeModal());

test('shows the title of the view and is labelled by it', async () => {
  await open();
  await expect.element(page.getByRole('dialog', { name: 'For Ada' })).toBeVisible();
});

test('the close button closes and returns focus to the opener', async () => {
  await open();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(window_).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('Esc closes', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(window_).not.toBeInTheDocument();
});

test('a press outside closes', async () => {
  await open();
  document.elementFromPoint(5, 5)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await userEvent.click(document.elementFromPoint(5, 5) ?? document.body, { position: { x: 5, y: 5 } });
  await expect.element(window_).not.toBeInTheDocument();
});

test('a press inside does not close', async () => {
  await open();
  await page.getByText('Hello Ada').click();
  await expect.element(window_).toBeVisible();
});

test('a custom close action runs instead of closing', async () => {
  const onClose = vi.fn();
  await open(onClose);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledTimes(2);
  await expect.element(window_).toBeVisible();
});

test('Tab stays inside', async () => {
  await open();
  for (let i = 0; i < 6; i++) {
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  }
});

test('opening another view switches the window', async () => {
  await open();
  openModal('test.greeting', { name: 'Grace' });
  await expect.element(page.getByRole('dialog', { name: 'For Grace' })).toBeVisible();
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1);
});

test('a view that fails to load says that the money is safe, is loaded again when asked, and when the connection is back', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open();
  let reachable = false;
  const load = vi.fn(async () => {
    if (!reachable) throw new TypeError('Failed to fetch');
    return () => <p>Here it is</p>;
  });
  registerModal('test.late', { title: 'Late', load });
  openModal('test.late', {});
  await expect.element(page.getByText('Stakes, items and balances are safe.')).toBeVisible();
  const loads = load.mock.calls.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => load.mock.calls.length).toBe(loads + 1);
  useLive.setState({ status: 'reconnecting' });
  await expect.element(page.getByText('The server cannot be reached')).toBeVisible();
  reachable = true;
  useLive.setState({ status: 'online' });
  await expect.element(page.getByText('Here it is')).toBeVisible();
  quiet.mockRestore();
});

test('a view whose code never arrives does not load for ever while the server is away', async () => {
  await open();
  let arrive = (_: () => React.ReactNode): void => undefined;
  registerModal('test.hung', { title: 'Hung', load: () => new Promise((resolve) => (arrive = resolve)) });
  openModal('test.hung', {});
  await expect.element(page.getByText('Loading')).toBeInTheDocument();
  useLive.setState({ status: 'reconnecting' });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  useLive.setState({ status: 'online' });
  arrive(() => <p>Here it is</p>);
  await expect.element(page.getByText('Here it is')).toBeVisible();
});

test('a view that fails to load shows an error and can be closed', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open();
  openModal('test.broken', {});
  await expect.element(page.getByText('This window could not be loaded')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(window_).not.toBeInTheDocument();
  quiet.mockRestore();
});

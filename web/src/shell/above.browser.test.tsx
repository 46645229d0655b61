/** Layers above pages do not cover a window's close button, the status bar or the chat's state. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useLive } from '../platform/live/live.ts';
import { closeModal, openModal, registerModal } from '../platform/page/modal.ts';
import { usePreferences } from '../platform/page/preferences.ts';
import { queryClient } from '../platform/calls/query-client.ts';
import { toastError, toastSuccess, useToasts } from '../platform/page/toasts.ts';
import { Button } from '../ui/controls/button.tsx';
import { overlap } from '../testing/geometry.ts';
import { Drawer } from '../ui/controls/drawer.tsx';
import { OnlineCount } from './chat-panel.tsx';
import { MemoryRouter } from 'react-router';
import { ModalHost } from './modal-host.tsx';
import { StatusBar } from './bars/status-bar.tsx';
import { ToastHost } from './toast-host.tsx';

declare module '../platform/page/modal.ts' {
  interface ModalViews {
    'test.sm': { readonly lines: number };
    'test.md': { readonly lines: number };
    'test.lg': { readonly lines: number };
    'test.xl': { readonly lines: number };
  }
}

const SIZES = ['sm', 'md', 'lg', 'xl'] as const;
const Lines = ({ lines }: { readonly lines: number }) => (
  <div className="grid gap-2">
    <p style={{ height: lines * 4 }}>Content</p>
    <Button variant="primary">Act</Button>
    <p style={{ height: lines * 20 }}>More</p>
  </div>
);
for (const size of SIZES) registerModal(`test.${size}`, { title: 'Window', size, load: async () => Lines });

beforeEach(() => {
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
  usePreferences.setState({ reduceMotion: true });
  document.documentElement.dataset['motion'] = 'reduced';
});
afterEach(async () => {
  closeModal();
  useLive.setState({ status: 'connecting', online: null });
  document.documentElement.dataset['motion'] = 'full';
  await page.viewport(1280, 800);
});

async function show(): Promise<void> {
  await render(
    <QueryClientProvider client={queryClient}>
      <div className="frame">
        <StatusBar />
      </div>
      <MemoryRouter>
        <ModalHost />
      </MemoryRouter>
      <ToastHost />
    </QueryClientProvider>,
  );
}

/** A toast, and a page whose main action stands in its place. */
async function showOverAction(): Promise<void> {
  await show();
  await render(
    <main className="fixed inset-x-0 top-24 flex justify-end p-4">
      <Button variant="primary">Act on the page</Button>
    </main>,
  );
  toastError('covers nothing', { durationMs: 60_000 });
}

/** The element that a press in the middle of `element` would hit. */
function atMiddle(element: Element): Element | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2);
}

const WINDOWS = [
  [1_440, 900],
  [1_280, 720],
  [1_024, 768],
  [800, 600],
  [390, 844],
  [320, 640],
] as const;

for (const [width, height] of WINDOWS)
  test(`at ${width} px no toast covers the close button of a window, of any size and height`, async () => {
    await page.viewport(width, height);
    await show();
    for (let at = 0; at < 3; at += 1) toastSuccess(`message ${at}`, { durationMs: 60_000 });
    toastError('the last', { durationMs: 60_000 });
    await expect.element(page.getByText('the last')).toBeVisible();
    for (const size of SIZES)
      for (const lines of [2, 12, 60]) {
        openModal(`test.${size}`, { lines });
        const close = page.getByRole('button', { name: 'Close', exact: true });
        await expect.element(close).toBeVisible();
        await expect
          .poll(() => atMiddle(close.element())?.closest('button') === close.element(), {
            message: `${size}, ${lines}`,
          })
          .toBe(true);
        const last = page
          .getByText('the last')
          .element()
          .closest('.Toastify__toast-container')
          ?.getBoundingClientRect();
        expect(width - (last?.right ?? 0), 'still at the right').toBe(16);
      }
  });

for (const [width, height] of WINDOWS)
  test(`at ${width} px no toast covers the main action, of a window or of the page`, async () => {
    await page.viewport(width, height);
    await showOverAction();
    await expect.element(page.getByText('covers nothing')).toBeVisible();
    const isCovered = (name: string) => () => {
      const toast = document.querySelector('.Toastify__toast')?.getBoundingClientRect();
      return toast && overlap(toast, page.getByRole('button', { name }).element().getBoundingClientRect());
    };
    await expect.poll(isCovered('Act on the page')).toBe(false);
    for (const size of SIZES)
      for (const lines of [2, 12, 40]) {
        openModal(`test.${size}`, { lines });
        await expect.element(page.getByRole('button', { name: 'Act', exact: true })).toBeVisible();
        await expect.poll(isCovered('Act'), { message: `${size}, ${lines}` }).toBe(false);
      }
  });

test('a toast that moved off an action moves on with it', async () => {
  await page.viewport(390, 844);
  await showOverAction();
  const places = () => ({
    button: page.getByRole('button', { name: 'Act on the page' }).element().getBoundingClientRect().top,
    toast: document.querySelector('.Toastify__toast')?.getBoundingClientRect().top,
  });
  for (const padding of [16, 20, 24]) {
    document.querySelector('main')?.style.setProperty('padding-top', `${padding}px`);
    await expect.poll(places).toEqual({ button: 96 + padding, toast: 96 + padding + 40 + 8 });
  }
});

test('toasts are at the top right again without a window', async () => {
  await page.viewport(1024, 768);
  await show();
  toastSuccess('stays', { durationMs: 60_000 });
  await expect.element(page.getByText('stays')).toBeVisible();
  const top = () => document.querySelector('.Toastify__toast')?.getBoundingClientRect().top;
  const before = top();
  openModal('test.xl', { lines: 60 });
  await expect.poll(top).toBeGreaterThan(before ?? 0);
  closeModal();
  await expect.poll(top).toBe(before);
});

for (const [width, height] of WINDOWS)
  test(`at ${width} px nothing dims the bar while a window or a panel is open`, async () => {
    await page.viewport(width, height);
    useLive.setState({ status: 'reconnecting' });
    await show();
    const bar = page.getByRole('region', { name: 'Server' }).element();
    const free = () => bar.getBoundingClientRect().bottom;
    openModal('test.xl', { lines: 60 });
    await expect.element(page.getByText('Content')).toBeVisible();
    await expect.poll(() => atMiddle(bar)?.closest('.frame-bar') === bar).toBe(true);
    for (const above of document.querySelectorAll('.modal, .modal-backdrop, .modal-stage'))
      expect(above.getBoundingClientRect().top).toBeGreaterThanOrEqual(free());
    closeModal();
    const panel = await render(
      <Drawer open title="Panel" side="right" size="wide" onClose={() => undefined}>
        Panel
      </Drawer>,
    );
    // the window may still be closing
    const dialog = panel.getByRole('dialog', { name: 'Panel' }).element();
    expect(dialog.getBoundingClientRect().top).toBe(free());
    expect(parseFloat(getComputedStyle(dialog, '::backdrop').top)).toBe(free());
  });

test('the chat shows a lost connection, without the green dot', async () => {
  const screen = await render(<OnlineCount />);
  useLive.setState({ status: 'online', online: 7 });
  await expect.element(screen.getByText('7 online')).toBeVisible();
  useLive.setState({ status: 'reconnecting' });
  await expect.element(screen.getByText('Reconnecting')).toBeVisible();
  expect(document.body.textContent).not.toContain('7 online');
  expect(document.querySelector('.bg-ok')).toBeNull();
  useLive.setState({ status: 'online' });
  await expect.element(screen.getByText('7 online')).toBeVisible();
});

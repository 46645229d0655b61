/** Toasts: roles, durations, the close button, and the history of the bell. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiRefusal } from '../platform/calls/api.ts';
import { toastError, toastNote, toastRefusal, TOASTS_KEPT, toastSuccess, useToasts } from '../platform/page/toasts.ts';
import { TOAST_DEFAULTS, ToastHost } from './toast-host.tsx';

beforeEach(() => useToasts.setState({ history: [], waiting: [], unseen: 0 }));
afterEach(() => vi.restoreAllMocks());

const refusal = (message: string, status: number) => new ApiRefusal({ message, text: `text of ${message}`, status });

test('has the defaults of the spec', () => {
  expect(TOAST_DEFAULTS).toMatchObject({
    position: 'top-right',
    theme: 'dark',
    autoClose: 5000,
    hideProgressBar: true,
    closeOnClick: false,
    pauseOnHover: false,
    draggable: false,
  });
});

test('success is a status, error an alert with a red left border', async () => {
  await render(<ToastHost />);
  toastSuccess();
  toastError(undefined, { title: 'Error' });
  await expect.element(page.getByRole('status')).toHaveTextContent('Success!');
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('ErrorFailed!');
  const toast = alert.element().closest('.Toastify__toast');
  expect(toast && getComputedStyle(toast).borderLeftColor).toBe('rgb(255, 107, 107)');
  expect(toast && getComputedStyle(toast).borderLeftWidth).toBe('4px');
});

test('a note is a status with its own colour; the other two keep theirs', async () => {
  await render(<ToastHost />);
  toastNote('something to know');
  toastSuccess('done');
  const borderOf = (text: string) => {
    const toast = page.getByText(text).element().closest('.Toastify__toast');
    return toast && getComputedStyle(toast).borderLeftColor;
  };
  await expect.element(page.getByText('done')).toBeVisible();
  const notes = page.getByRole('status').elements();
  expect(notes.map(({ textContent }) => textContent)).toContain('something to know');
  expect([borderOf('something to know'), borderOf('done')]).toEqual(['rgb(108, 182, 255)', 'rgb(74, 222, 154)']);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});

test('shows toasts from before the host was loaded', async () => {
  toastSuccess('early');
  await render(<ToastHost />);
  await expect.element(page.getByText('early')).toBeVisible();
  expect(useToasts.getState().waiting).toEqual([]);
});

test('closes after its own duration', async () => {
  await render(<ToastHost />);
  toastSuccess('short', { durationMs: 300 });
  toastSuccess('long', { durationMs: 60_000 });
  await expect.element(page.getByText('short')).toBeVisible();
  await expect.element(page.getByText('short')).not.toBeInTheDocument();
  await expect.element(page.getByText('long')).toBeVisible();
});

test('reduced motion does not shorten the duration', async () => {
  document.documentElement.dataset['motion'] = 'reduced';
  await render(<ToastHost />);
  toastSuccess('stays', { durationMs: 60_000 });
  await expect.element(page.getByText('stays')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(page.getByText('stays')).toBeVisible();
  document.documentElement.dataset['motion'] = 'full';
});

test('a press on the text does not close it, the close button does', async () => {
  await render(<ToastHost />);
  toastSuccess('only by the button', { durationMs: 60_000 });
  await page.getByText('only by the button').click();
  await expect.element(page.getByText('only by the button')).toBeVisible();
  await page.getByRole('button', { name: 'Close message' }).last().click();
  await expect.element(page.getByText('only by the button')).not.toBeInTheDocument();
});

test('the bell keeps the last fifty, newest first', () => {
  for (let i = 1; i <= 60; i++) toastSuccess(`note ${i}`);
  const { history, unseen } = useToasts.getState();
  expect(history).toHaveLength(TOASTS_KEPT);
  expect(history[0]?.text).toBe('note 60');
  expect(unseen).toBe(TOASTS_KEPT);
});

test('titles refusals Error; forbidden and signed out are silent', () => {
  toastRefusal(refusal('Forbidden resource', 403));
  toastRefusal(refusal('Unauthorized', 401));
  expect(useToasts.getState().history).toEqual([]);
  toastRefusal(refusal('ERR_GAME_PAUSED', 409));
  expect(useToasts.getState().history[0]).toMatchObject({
    kind: 'error',
    title: 'Error',
    text: 'text of ERR_GAME_PAUSED',
    durationMs: 5000,
  });
});

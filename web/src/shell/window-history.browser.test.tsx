/** Windows in the history: 'back' closes one before it leaves the page, and opens one again that a link left; one with an address shows it. */
import { useEffect, useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BrowserRouter, MemoryRouter, useLocation, useNavigate } from 'react-router';
import { closeModal, openModal, registerModal, useModal } from '../platform/page/modal.ts';
import { usePageLocation } from '../platform/page/page-location.ts';
import { usePreferences } from '../platform/page/preferences.ts';
import { Link } from '../ui/controls/link.tsx';
import { ModalHost } from './modal-host.tsx';
import { useRouteChange } from './route-change.ts';

declare module '../platform/page/modal.ts' {
  interface ModalViews {
    'test.plain': Record<string, never>;
    'test.round': { readonly id: string };
  }
}

const Plain = () => <Link to="/other">elsewhere</Link>;
registerModal('test.plain', { title: 'Plain', load: async () => Plain });
registerModal('test.round', {
  title: ({ id }) => `Round ${id}`,
  address: ({ id }) => `/game/${id}`,
  load: async () => () => (
    <button type="button" onClick={() => openModal('test.plain', {})}>
      stake
    </button>
  ),
});

function Frame() {
  useRouteChange('Test', () => undefined);
  const address = useLocation().pathname;
  const below = usePageLocation().pathname;
  const navigate = useNavigate();
  return (
    <>
      <p>
        at {address}, page {below}
      </p>
      <button type="button" onClick={() => openModal('test.plain', {})}>
        plain
      </button>
      <button type="button" onClick={() => openModal('test.round', { id: '7' })}>
        round
      </button>
      <button type="button" data-back onClick={() => void navigate(-1)} />
      <ModalHost />
    </>
  );
}

const start = async () => {
  usePreferences.setState({ reduceMotion: true });
  await render(
    <MemoryRouter initialEntries={['/first', '/game']}>
      <Frame />
    </MemoryRouter>,
  );
};
const press = (name: string) => page.getByRole('button', { name }).click();
/** The browser's own button: it is outside the page, so a window does not cover it. */
const back = () => document.querySelector<HTMLElement>('[data-back]')?.click();
const at = (address: string, below = address) =>
  expect.element(page.getByText(`at ${address}, page ${below}`)).toBeInTheDocument();
const window_ = page.getByRole('dialog');

afterEach(() => {
  closeModal();
  history.replaceState(null, '');
});

test('back closes the window, and the next back leaves the page', async () => {
  await start();
  await press('plain');
  await expect.element(window_).toBeVisible();
  back();
  await expect.element(window_).not.toBeInTheDocument();
  await at('/game');
  back();
  await at('/first');
});

/** The browser's 'back' in the moment between a window's entry and its rendering. */
function BackAtOnce() {
  const open = useModal((modal) => modal.open);
  useEffect(() => {
    if (open === null) return;
    history.replaceState({ key: 'below', idx: 0 }, '');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, [open]);
  return null;
}

test('back closes the window before its own entry was rendered, too', async () => {
  usePreferences.setState({ reduceMotion: true });
  history.replaceState({ key: 'below', idx: 0 }, '');
  await render(
    <BrowserRouter>
      <Frame />
      <BackAtOnce />
    </BrowserRouter>,
  );
  await press('plain');
  await expect.poll(() => useModal.getState().open).toBeNull();
  await expect.poll(() => document.querySelector('[role=dialog]:not([data-closed])')).toBeNull();
});

test('a window closed by its own button leaves no entry behind', async () => {
  await start();
  await press('plain');
  await expect.element(window_).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(window_).not.toBeInTheDocument();
  back();
  await at('/first');
});

test('a window with an address shows it over the page, which stays; closing returns to the page’s', async () => {
  await start();
  await press('round');
  await at('/game/7', '/game');
  await expect.element(page.getByRole('dialog', { name: 'Round 7' })).toBeVisible();
  await press('stake');
  await at('/game');
  await expect.element(page.getByRole('dialog', { name: 'Plain' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(window_).not.toBeInTheDocument();
  back();
  await at('/first');
});

test('back opens a window again that a link left', async () => {
  await start();
  await press('plain');
  await page.getByRole('link', { name: 'elsewhere' }).click();
  await at('/other');
  await expect.element(window_).not.toBeInTheDocument();
  back();
  await at('/game');
  await expect.element(page.getByRole('dialog', { name: 'Plain' })).toBeVisible();
  back();
  await expect.element(window_).not.toBeInTheDocument();
  await at('/game');
});

/** A link that is pressed in the moment between a window's entry and its rendering. */
function LeaveAtOnce() {
  const navigate = useNavigate();
  const open = useModal((modal) => modal.open);
  const isFirst = useRef(true);
  useEffect(() => {
    if (open === null || !isFirst.current) return;
    isFirst.current = false;
    void navigate('/other');
  }, [open, navigate]);
  return null;
}

test('back opens it again, too, when the link came before its own entry was rendered', async () => {
  usePreferences.setState({ reduceMotion: true });
  await render(
    <MemoryRouter initialEntries={['/first', '/game']}>
      <Frame />
      <LeaveAtOnce />
    </MemoryRouter>,
  );
  await press('plain');
  await at('/other');
  await expect.element(window_).not.toBeInTheDocument();
  back();
  await at('/game');
  await expect.element(page.getByRole('dialog', { name: 'Plain' })).toBeVisible();
});

test('back opens it again, too, when the browser was back before the link’s page was noticed', async () => {
  await start();
  await press('plain');
  history.replaceState({ key: 'the window’s entry' }, '');
  await page.getByRole('link', { name: 'elsewhere' }).click();
  await at('/other');
  await expect.element(window_).not.toBeInTheDocument();
  history.replaceState(null, '');
  back();
  await at('/game');
  await expect.element(page.getByRole('dialog', { name: 'Plain' })).toBeVisible();
  back();
  await expect.element(window_).not.toBeInTheDocument();
  await at('/game');
  back();
  await at('/first');
});

test('a window whose custom action keeps it open stays open at back', async () => {
  await start();
  openModal('test.plain', {}, { onClose: () => undefined });
  await expect.element(window_).toBeVisible();
  back();
  await expect.element(window_).toBeVisible();
  back();
  await expect.element(window_).toBeVisible();
  await at('/game');
});

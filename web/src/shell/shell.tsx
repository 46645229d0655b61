/** The frame around every page, and the layers above pages: panels, modal, toasts, the age question. */
import { byGame } from '@fairpot/contract/games/games';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messages } from '../messages.ts';
import { hasChatColumn, isDesk, PHONE, useMedia, WIDER } from '../platform/page/media.ts';
import { openModal, registerModal, useModal } from '../platform/page/modal.ts';
import { useSession } from '../platform/page/session.ts';
import type { ShortcutAction } from '../platform/live/match-keys.ts';
import { useQuiet } from '../platform/page/quiet.ts';
import { useSiteFacts } from '../platform/page/settings.ts';
import { useShortcuts } from '../platform/page/shortcuts.ts';
import { useToasts } from '../platform/page/toasts.ts';
import { Announcer } from '../ui/layout/announcer.tsx';
import { cx } from '../ui/layout/cx.ts';
import { ChatColumn } from './chat-panel.tsx';
import { OwnNotices } from './own-notices.tsx';
import { ThumbBar, TopBar } from './bars/phone-bars.tsx';
import { Sidebar } from './bars/sidebar.tsx';
import { StatusBar } from './bars/status-bar.tsx';
import { togglePanel, useShell } from './shell-store.ts';
import { later, leaveOut } from '../ui/states/boundary.tsx';

const modalHost = () => import('./modal-host.tsx');
const panels = () => import('./panels.tsx');
const toastHost = () => import('./toast-host.tsx');
const ModalHost = later(() => modalHost().then((m) => m.ModalHost), leaveOut);
const ToastHost = later(() => toastHost().then((m) => m.ToastHost), leaveOut);
const Panels = later(() => panels().then((m) => m.Panels), leaveOut);
// Watches every round that is shown; visible only if one does not verify.
const SiteAlarms = later(() => import('./site-alarms.tsx').then((m) => m.SiteAlarms), leaveOut);
const RealityCheck = later(() => import('./reality-check.tsx').then((m) => m.RealityCheck), leaveOut);
const AgeGate = later(() => import('./age-gate.tsx').then((m) => m.AgeGate), leaveOut);

const own = () => import('./own-modals.tsx');
registerModal('notification', {
  title: (p) => p.header,
  size: 'sm',
  load: () => own().then((m) => m.NotificationView),
});
registerModal('message', { title: (p) => p.title, size: 'sm', load: () => own().then((m) => m.MessageView) });
registerModal('shortcuts', {
  title: messages.shortcuts.title,
  size: 'sm',
  load: () => own().then((m) => m.ShortcutsView),
});

function useShellShortcuts(): void {
  const navigate = useNavigate();
  const actions: Readonly<Record<ShortcutAction, () => void>> = {
    ...byGame(
      ({ path }) =>
        () =>
          void navigate(path),
    ),
    search: () => document.querySelector<HTMLElement>('main [data-search]')?.focus(),
    chat: () => {
      if (!hasChatColumn(location.pathname)) togglePanel('chat');
    },
    help: () => openModal('shortcuts', {}),
  };
  useShortcuts((action) => actions[action]());
}

export function Shell({ children }: { readonly children: ReactNode }) {
  useShellShortcuts();
  useSiteFacts();
  // The first HTML has the bars of all widths; the style sheet shows those of the window.
  const phone = useMedia(PHONE, true);
  const wider = useMedia(WIDER, true);
  const { pathname } = useLocation();
  return (
    <>
      <div className={cx('frame', isDesk(pathname) && 'frame-desk')}>
        {phone && <TopBar />}
        {wider && <Sidebar />}
        <StatusBar />
        <main id="content" tabIndex={-1} className="frame-main outline-none">
          {children}
        </main>
        <ChatColumn />
        {phone && <ThumbBar />}
      </div>
      <Announcer />
      <OwnNotices />
      <Overlays />
    </>
  );
}

/** What a person does before a press. A page that no one uses loads nothing for it. */
const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown'] as const;

/** Loads windows, panels and messages at the first sign of a person: then a press shows its window at once, also when its content has a slow way or none. */
function useEarlyHosts(): void {
  useEffect(() => {
    const seen = new AbortController();
    const load = () => {
      seen.abort();
      Promise.all([modalHost(), toastHost(), panels()]).catch(() => undefined); // loaded again when needed
    };
    for (const sign of SIGNS) addEventListener(sign, load, { signal: seen.signal, passive: true });
    return () => seen.abort();
  }, []);
}

/** Layers that are loaded when needed and then stay mounted, so that a window can animate its closing. */
function Overlays() {
  const modal = useModal((state) => state.open !== null);
  const toasts = useToasts((state) => state.history.length + state.waiting.length > 0);
  const panels = useShell((state) => state.panel !== null && state.panel !== 'account');
  const session = useSession();
  const quiet = useQuiet();
  useEarlyHosts();
  const asksAge = session.status === 'in' && !session.user.ageConfirmed;
  return (
    <>
      <MountOnce when={panels}>
        <Panels />
      </MountOnce>
      <MountOnce when={modal}>
        <ModalHost />
      </MountOnce>
      <MountOnce when={toasts}>
        <ToastHost />
      </MountOnce>
      <MountOnce when={quiet}>
        <SiteAlarms />
      </MountOnce>
      <Suspense>{asksAge && <AgeGate />}</Suspense>
      <Suspense>{session.status === 'in' && !asksAge && <RealityCheck />}</Suspense>
    </>
  );
}

/** Renders its children once `when` has been true, and then always. Each waits only for its own chunk. */
function MountOnce({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  const [mounted, setMounted] = useState(when);
  if (when && !mounted) setMounted(true);
  return mounted ? <Suspense>{children}</Suspense> : null;
}

/**
 * Setup of every browser test. All files of a run share one page, which loads the product's modules once; each file finds it as if just opened.
 */
// the product's style sheet, because focus, visibility and size depend on it
import '../styles/main.css';
import { beforeAll, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { StoreApi } from 'zustand';
import { forgetClock } from '../fairness/beacon-clock.ts';
import { useWatch } from '../fairness/watcher.ts';
import { useLog } from '../features/log-check/log-watch.ts';
import { useCart } from '../features/market/cart/cart-store.ts';
import { queryClient } from '../platform/calls/query-client.ts';
import { useClock } from '../platform/live/clock.ts';
import { useLive } from '../platform/live/live.ts';
import { useAnnouncements } from '../platform/page/announcer.ts';
import { useModal } from '../platform/page/modal.ts';
import { usePreferences } from '../platform/page/preferences.ts';
import { useToasts } from '../platform/page/toasts.ts';
import { useVoice } from '../platform/page/voice.ts';
import { useShell } from '../shell/shell-store.ts';

/** Module state of the product that several parts read, reset between files. */
const STORES: readonly StoreApi<object>[] = [
  useAnnouncements,
  useCart,
  useClock,
  useLive,
  useLog,
  useModal,
  usePreferences,
  useShell,
  useToasts,
  useVoice,
  useWatch,
].map((store) => store as unknown as StoreApi<object>);

beforeAll(async () => {
  await cleanup();
  for (const store of STORES) store.setState(store.getInitialState(), true);
  forgetClock();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.dataset['motion'] = 'full';
  await page.viewport(1280, 800);
});

// the library does this itself only in the file that loads it first
beforeEach(cleanup);

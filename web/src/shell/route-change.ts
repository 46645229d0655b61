/**
 * Effects of every route change: closes the modal, the menus and the chat, moves focus to the page's h1, scrolls up, sets the title, and
 * reports the path to the server (with ' (main)' after the first, spec 2).
 */
import { useEffect, useRef } from 'react';
import { closeModal } from '../platform/page/modal.ts';
import { usePageLocation } from '../platform/page/page-location.ts';
import { messages } from '../messages.ts';
import { closePanels } from './shell-store.ts';

/** A loading page has this long to show its heading. */
const HEADING_WITHIN_MS = 8_000;

export function titleOf(page: string): string {
  return `${page} · ${messages.brand}`;
}

/** The path as reported: plain at first, with ' (main)' after route changes. */
export function reportedPath(path: string, changes: number): string {
  return changes === 0 ? path : `${path} (main)`;
}

/**
 * Focuses the h1 inside `main` now or as soon as there is one, and its successor if the loaded page replaces the loading heading: otherwise
 * the focus would fall to the body. Stops when the user moves the focus. Returns a function that stops it.
 */
export function focusHeading(main: HTMLElement): () => void {
  let focused: HTMLElement | null = null;
  const over = new AbortController();
  const look = (): void => {
    if (focused?.isConnected) return;
    const heading = main.querySelector('h1');
    if (!heading) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    focused = heading;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  const giveUp = (): void => {
    observer.disconnect();
    over.abort();
  };
  const leave = ({ target }: Event): void => {
    if (focused !== null && target !== focused) giveUp();
  };
  look();
  observer.observe(main, { childList: true, subtree: true });
  document.addEventListener('focusin', leave, { signal: over.signal });
  document.addEventListener('pointerdown', leave, { signal: over.signal });
  const timer = setTimeout(() => {
    if (focused === null) giveUp();
  }, HEADING_WITHIN_MS);
  over.signal.addEventListener('abort', () => clearTimeout(timer));
  return giveUp;
}

/** Runs the effects above for the current path. `report` passes the path to the live channel. */
export function useRouteChange(title: string, report: (path: string) => void): void {
  const { pathname } = usePageLocation();
  const changes = useRef(-1);
  const last = useRef('');
  useEffect(() => {
    document.title = titleOf(title);
  }, [title]);
  useEffect(() => {
    if (last.current === pathname) return undefined; // the same path again: strict mode, or only the query changed
    last.current = pathname;
    changes.current += 1;
    report(reportedPath(pathname, changes.current));
    if (changes.current === 0) return undefined; // no focus on the first page: the user has not navigated yet
    closeModal();
    closePanels();
    scrollTo(0, 0);
    const main = document.querySelector('main');
    return main ? focusHeading(main) : undefined;
  }, [pathname, report]);
}

/**
 * Keeps toasts off the close button of the open window: where they would cover it, they begin below it. Whoever is told
 * that a stake was refused wants to close that window, or to read on, now and not in five seconds.
 */
import { useEffect, type RefObject } from 'react';
import { useModal } from '../platform/page/modal.ts';

/** The close button of the open window carries this attribute. */
const CLOSE = '[data-modal] [data-close]';
const BELOW = '--toast-below';
/** Each look lays the page out, so not one in each frame; nobody aims at a button in so short a time. */
const LOOK_EVERY_MS = 100;

/** Moves the toasts inside `place` while a window is open. They grow and windows change size, so it is looked again and again. */
export function useClearOfClose(place: RefObject<HTMLElement | null>): void {
  const open = useModal((modal) => modal.open !== null);
  useEffect(() => {
    const box = place.current;
    if (!open || !box) return undefined;
    let again = 0;
    let seen = '';
    const look = (): void => {
      const list = box.querySelector('.Toastify__toast-container');
      again = list ? window.setTimeout(look, LOOK_EVERY_MS) : 0; // without toasts nothing is looked at until the next one
      const now = list ? measure(list) : '';
      if (now === seen) return;
      if (list) stepAside(box, list);
      seen = list ? measure(list) : '';
    };
    const observer = new MutationObserver(() => {
      if (again === 0) look();
    });
    observer.observe(box, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      clearTimeout(again);
      box.style.removeProperty(BELOW);
    };
  }, [open, place]);
}

/** Where both are, as one word to compare. */
function measure(list: Element): string {
  return [list, document.querySelector(CLOSE)]
    .map((one) => one?.getBoundingClientRect())
    .map((box) => `${box?.left},${box?.top},${box?.width},${box?.height}`)
    .join(' ');
}

function stepAside(box: HTMLElement, list: Element): void {
  box.style.removeProperty(BELOW);
  const toasts = list.getBoundingClientRect();
  const close = document.querySelector(CLOSE)?.getBoundingClientRect();
  if (!close) return;
  const covered =
    toasts.left < close.right && toasts.right > close.left && toasts.top < close.bottom && toasts.bottom > close.top;
  if (covered) box.style.setProperty(BELOW, `${close.bottom}px`);
}

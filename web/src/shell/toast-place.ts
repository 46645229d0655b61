/**
 * Keeps toasts off the close button of the open window: if they would cover it, they start below it. A player whose stake was refused wants to
 * close the window now, not in five seconds.
 */
import { useEffect, type RefObject } from 'react';
import { useModal } from '../platform/page/modal.ts';

/** The close button of the open window carries this attribute. */
const CLOSE = '[data-modal] [data-close]';
const BELOW = '--toast-below';
/** Interval of measurements. Each forces a layout, so not every frame; no one presses a button that fast. */
const MEASURE_EVERY_MS = 100;

/** Moves the toasts inside `place` while a window is open. Toasts grow and windows change size, so it measures repeatedly. */
export function useClearOfClose(place: RefObject<HTMLElement | null>): void {
  const open = useModal((modal) => modal.open !== null);
  useEffect(() => {
    const box = place.current;
    if (!open || !box) return undefined;
    let timer = 0;
    let placed = '';
    const update = (): void => {
      const list = box.querySelector('.Toastify__toast-container');
      timer = list ? window.setTimeout(update, MEASURE_EVERY_MS) : 0; // without toasts, nothing to measure until the next one
      const now = list ? measure(list) : '';
      if (now === placed) return;
      if (list) stepAside(box, list);
      placed = list ? measure(list) : '';
    };
    const observer = new MutationObserver(() => {
      if (timer === 0) update();
    });
    observer.observe(box, { childList: true, subtree: true });
    update();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      box.style.removeProperty(BELOW);
    };
  }, [open, place]);
}

/** The positions of both, as one string to compare. */
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

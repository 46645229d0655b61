/**
 * Keeps toasts off what a player wants to press or read at that moment: the close button of the open window, a main action, the players of a game.
 * If they would cover one, they move down to the first place that is free.
 */
import { useEffect, type RefObject } from 'react';

/** What toasts must not cover: in the open window, else on the page. Parts that are no buttons carry the attribute `data-keep-clear`. */
const KEPT = ['[data-close]', '.btn-main', '[data-keep-clear]'];
const WINDOW = '[data-modal]';
const TOP = '--toast-top';
const GAP_PX = 8;
/** Interval of measurements. Each forces a layout, so not every frame; no one presses a button that fast. */
const MEASURE_EVERY_MS = 100;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
interface KeptBox extends Box {
  /** Covers more than everything else: a window that cannot be closed is a dead end. */
  readonly first?: boolean;
}
const FIRST = 1_000;

/** Moves the toasts inside `place`. Toasts grow and windows change, so it measures repeatedly while there are toasts. */
export function useClearPlace(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    let timer = 0;
    let placed = '';
    const update = (): void => {
      const list = box.querySelector('.Toastify__toast-container');
      timer = list ? window.setTimeout(update, MEASURE_EVERY_MS) : 0; // without toasts, nothing to measure until the next one
      if (!list) return void (placed = '');
      const kept = keptBoxes();
      const now = [list.getBoundingClientRect().height, innerWidth, innerHeight, ...kept.map(textOf)].join(' ');
      if (now === placed) return;
      placed = now;
      box.style.removeProperty(TOP);
      const { left, right, top, height } = list.getBoundingClientRect();
      const free = freeTop({ left, right, top, bottom: top + height }, kept, innerHeight);
      if (free !== top) box.style.setProperty(TOP, `${free}px`);
    };
    const observer = new MutationObserver(() => {
      if (timer === 0) update();
    });
    observer.observe(box, { childList: true, subtree: true });
    update();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      box.style.removeProperty(TOP);
    };
  }, [place]);
}

function keptBoxes(): readonly KeptBox[] {
  const root = document.querySelector(WINDOW) ?? document.querySelector('main');
  return [...(root?.querySelectorAll(KEPT.join()) ?? [])]
    .map((part) => ({ box: part.getBoundingClientRect(), first: part.matches('[data-close]') }))
    .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight)
    .map(({ box: { left, right, top, bottom }, first }) => ({ left, right, top, bottom, first }));
}

function textOf({ left, right, top, bottom }: Box): string {
  return `${left},${right},${top},${bottom}`;
}

/**
 * The highest place of the list, from its own place down, where it covers none of `kept`. If there is none, the place where it covers least, a close button
 * last. Pure.
 */
export function freeTop(list: Box, kept: readonly KeptBox[], viewportHeight: number): number {
  const height = list.bottom - list.top;
  const beside = kept.filter(({ left, right }) => left < list.right && right > list.left);
  const coveredAt = (top: number): number =>
    beside.reduce((sum, box) => {
      const covered = Math.max(0, Math.min(top + height, box.bottom) - Math.max(top, box.top));
      return sum + covered * (box.first === true ? FIRST : 1);
    }, 0);
  const places = [list.top, ...beside.flatMap(({ top, bottom }) => [bottom + GAP_PX, top - GAP_PX - height])]
    .filter((top) => top >= list.top && (top === list.top || top + height <= viewportHeight))
    .sort((a, b) => a - b);
  const least = Math.min(...places.map(coveredAt));
  return places.find((top) => coveredAt(top) === least) ?? list.top;
}

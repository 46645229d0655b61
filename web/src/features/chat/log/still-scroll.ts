/**
 * Scroll position of the log: at the end while following, otherwise the first visible row keeps its place, whatever is added, removed or grows.
 * One per mounted list; message-list.tsx passes the element.
 */
import { loadOlder, pauseLog, resumeLog, useChatLog } from './log.ts';

/** Closer to the bottom than this counts as at the end: half a line. */
const END_PX = 32;
/** Older messages load when fewer pixels than this are left above. */
const OLDER_PX = 400;

export class StillScroll {
  #box: HTMLElement | null = null;
  /** The first visible row at the last scroll, and its distance from the visible top. */
  #anchor: { readonly id: string; readonly top: number } | null = null;
  #lastTop = 0;

  /** Starts with the scrolling element, whose last child contains the rows; the returned function stops it. */
  attach(box: HTMLElement): () => void {
    this.#box = box;
    // keeps the position when images load, the field grows or the window rotates
    const observer = new ResizeObserver(() => this.settle());
    observer.observe(box);
    if (box.lastElementChild) observer.observe(box.lastElementChild);
    return () => {
      observer.disconnect();
      this.#box = null;
    };
  }

  /** Call after each change of the rows, before paint. */
  settle(): void {
    const box = this.#box;
    if (!box) return;
    if (useChatLog.getState().following) box.scrollTop = box.scrollHeight;
    else if (this.#anchor) {
      const row = box.querySelector(`[data-id="${this.#anchor.id}"]`);
      if (row) box.scrollTop += topIn(box, row) - this.#anchor.top;
    }
    this.#lastTop = box.scrollTop;
  }

  readonly scrolled = (): void => {
    const box = this.#box;
    if (!box) return;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= END_PX;
    // only upward scrolling is the player's: growing content moves the end away
    if (atEnd && useChatLog.getState().complete) resumeLog();
    else if (box.scrollTop < this.#lastTop) pauseLog();
    this.#lastTop = box.scrollTop;
    this.#anchor = atEnd ? null : firstVisible(box);
    if (box.scrollTop < OLDER_PX) void loadOlder();
  };
}

function topIn(box: Element, row: Element): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

function firstVisible(box: Element): { id: string; top: number } | null {
  for (const row of box.querySelectorAll('[data-id]')) {
    const top = topIn(box, row);
    const id = row.getAttribute('data-id');
    if (id !== null && top + row.clientHeight > 0) return { id, top };
  }
  return null;
}

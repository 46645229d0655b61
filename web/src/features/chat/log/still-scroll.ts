/**
 * Where the reader is in the log, and how it stays so: at the end while following, and otherwise with the first visible
 * row in its place, whatever is added, removed or grows. One per mounted list; message-list.tsx hands it the element.
 */
import { loadOlder, pauseLog, resumeLog, useChatLog } from './log.ts';

/** Closer to the bottom than this counts as at the end: half a line may stick out. */
const END_PX = 32;
/** Older messages are fetched when fewer pixels than this are left above. */
const OLDER_PX = 400;

export class StillScroll {
  #box: HTMLElement | null = null;
  /** The first visible row when the reader scrolled last, and how far below the visible top it began. */
  #anchor: { readonly id: string; readonly top: number } | null = null;
  #lastTop = 0;

  /** Begins with the scrolling element, whose last child holds the rows; ends with the returned function. */
  attach(box: HTMLElement): () => void {
    this.#box = box;
    // Pictures arrive, the field below grows, the window turns: the place stays.
    const observer = new ResizeObserver(() => this.settle());
    observer.observe(box);
    if (box.lastElementChild) observer.observe(box.lastElementChild);
    return () => {
      observer.disconnect();
      this.#box = null;
    };
  }

  /** After each change of the rows, before it is painted. */
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
    // Only a move upwards is the reader's: content that grows moves the end away, not the reader.
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
  for (const row of box.lastElementChild?.children ?? []) {
    const top = topIn(box, row);
    const id = row.getAttribute('data-id');
    if (id !== null && top + row.clientHeight > 0) return { id, top };
  }
  return null;
}

/**
 * Rows of one height that glide to their new places, so that an eye can follow them and a row that comes pushes nothing away. Only the compositor works
 * for it. With reduced motion rows change places at once. Used by lists of games.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Long enough to follow, too short to wait for. */
const GLIDE_MS = 220;
const EASE_OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/** `ids`: of the rows, which are the children of the list, in their order. */
export function useGlide<L extends HTMLElement>(ids: readonly string[]): RefObject<L | null> {
  const list = useRef<L>(null);
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const order = ids.join(' ');
  useLayoutEffect(() => {
    const was = before.current;
    before.current = new Map(order.split(' ').map((id, at) => [id, at]));
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const [first, second] = rows;
    if (!first || !second || document.documentElement.dataset['motion'] === 'reduced') return;
    const pitch = second.offsetTop - first.offsetTop; // without the glides that are under way
    for (const [at, id] of order.split(' ').entries()) {
      const from = was.get(id);
      if (from !== undefined && from !== at) glide(rows[at], (from - at) * pitch);
      else if (from === undefined && was.size > 0) appear(rows[at]);
    }
  }, [order]);
  return list;
}

/** Added to a glide that is under way: the row goes on from where it is seen. */
function glide(row: Element | undefined, by: number): void {
  row?.animate([{ transform: `translateY(${by}px)` }, { transform: 'translateY(0)' }], {
    duration: GLIDE_MS,
    easing: EASE_OUT,
    composite: 'add',
  });
}

function appear(row: Element | undefined): void {
  row?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE_MS, easing: EASE_OUT });
}

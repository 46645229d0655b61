/**
 * A window is an entry of the browser's history: 'back' closes it, before it leaves the page. A window that a link on it left opens again when 'back'
 * returns to it. A window with an address of its own (`ModalSpec.address`) shows it, so that it can be reloaded and shared.
 *
 * Loaded with the first window. Invariant: an entry with a mark is followed by its page's entry, so closing is one step back.
 */
import { useEffect, useRef, useState } from 'react';
import { createPath, NavigationType, useLocation, useNavigate, useNavigationType, type Location } from 'react-router';
import { modalSpec, requestClose, reopenModal, useModal, type OpenModal } from '../platform/page/modal.ts';
import { markOf, VISIT, type WindowMark } from '../platform/page/page-location.ts';

/** Windows that were open when a link left their page, by their serial. */
const left = new Map<number, OpenModal>();

export function useWindowHistory(): void {
  const location = useLocation();
  const kind = useNavigationType();
  const navigate = useNavigate();
  const open = useModal((modal) => modal.open);
  const pops = usePops();
  const seen = useRef<Seen>({ open: null, location, pops });
  useEffect(() => {
    const before = seen.current;
    const mark = markOf(location);
    // A link left the window's page. This counts, too, when the browser is back before the new page has been noticed here.
    const isLeft =
      open?.serial === before.open?.serial &&
      kind !== NavigationType.Pop &&
      mark === null &&
      location.pathname !== before.location.pathname;
    if (isLeft && open !== null) left.set(open.serial, open);
    if (!isNewest(location)) {
      if (isLeft) seen.current = { ...before, location };
      return;
    }
    seen.current = { open, location, pops };
    // 'Back' may return before the window's own entry was rendered: then the location has not changed.
    const popped = before.pops !== pops;
    const moved = popped || before.location.key !== location.key;
    const enter = (shown: OpenModal, under: Location, replace: boolean) => {
      const window: WindowMark = { visit: VISIT, serial: shown.serial, under };
      const state = { ...(under.state as object | null), window };
      const address = modalSpec(shown.view).address?.(shown.props) ?? createPath(under);
      void navigate(address, { replace, state, preventScrollReset: true });
    };
    if (open === null) {
      if (mark === null) return;
      const back = moved ? left.get(mark.serial) : undefined;
      // Later: in this commit the change of the route still closes windows.
      if (back === undefined) void navigate(-1);
      else queueMicrotask(() => reopenModal(back));
    } else if (before.open?.serial !== open.serial) {
      if (mark === null) enter(open, location, false);
      else if (mark.serial !== open.serial) enter(open, mark.under, true);
    } else if (moved && mark === null) {
      if (popped || kind === NavigationType.Pop) {
        requestClose();
        if (useModal.getState().open !== null) enter(open, location, false);
      } else if (!isLeft) enter(open, location, true);
    }
  }, [open, location, kind, pops, navigate]);
}

interface Seen {
  readonly open: OpenModal | null;
  readonly location: Location;
  readonly pops: number;
}

/** How often the browser went back or forward. */
function usePops(): number {
  const [pops, setPops] = useState(0);
  useEffect(() => {
    const count = () => setPops((n) => n + 1);
    addEventListener('popstate', count);
    return () => removeEventListener('popstate', count);
  }, []);
  return pops;
}

/** False while the browser is already at another entry, whose rendering follows. */
function isNewest({ key }: Location): boolean {
  const newest = (history.state as { readonly key?: string } | null)?.key;
  return newest === undefined || newest === key;
}

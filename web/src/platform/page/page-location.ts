/**
 * The address of the page. An open window has a history entry of its own, perhaps with an address of its own (shell/window-history.ts): the page below
 * it stays the one that was there.
 */
import { useLocation, type Location } from 'react-router';

/** In the state of a history entry that a window made. */
export interface WindowMark {
  /** The page load that opened the window: after a reload the entry is a page like any other. */
  readonly visit: string;
  /** `serial` of the window. */
  readonly serial: number;
  /** Where the page is that the window covers. */
  readonly under: Location;
}

/** This page load. */
export const VISIT = String(performance.timeOrigin);

/** The mark of a window that this page load opened; null for the entry of a page. */
export function markOf({ state }: Location): WindowMark | null {
  const mark = (state as { readonly window?: WindowMark } | null)?.window;
  return mark?.visit === VISIT ? mark : null;
}

/** Where the page is: below a window, where it was when the window opened. */
export function usePageLocation(): Location {
  const location = useLocation();
  return markOf(location)?.under ?? location;
}

/** Media queries as a hook, and the breakpoints of the layout (styles/shell.css has the same). */
import { useCallback, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** From this width the chat has its own column, except beside the staff desk. */
const CHAT_COLUMN = '(min-width: 1280px)';
/** Below this width the page has a top bar, a thumb bar and drawers. */
export const PHONE = '(max-width: 767.98px)';
/** All other widths. */
export const WIDER = '(min-width: 768px)';

/** Whether the query matches. In the first HTML, which is for every width, the answer is `atFirst`. */
export function useMedia(query: string, atFirst = false): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => atFirst,
  );
}

/** Whether the page is the staff desk: its tables need the room of the chat's column, and the chat is a drawer. */
export function isDesk(pathname: string): boolean {
  return /^\/staff(\/|$)/.test(pathname);
}

/** Whether the chat has its own column beside the page at this path. */
export function hasChatColumn(pathname: string): boolean {
  return !isDesk(pathname) && matchMedia(CHAT_COLUMN).matches;
}

export function useChatColumn(): boolean {
  const { pathname } = useLocation();
  return useMedia(CHAT_COLUMN) && !isDesk(pathname);
}

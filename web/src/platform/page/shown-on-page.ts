/**
 * Notifications whose news the current page already shows, by header. They are not popped up as well; the bell's list keeps them in any
 * case.
 */
import { useEffect } from 'react';

const shown = new Map<string, number>();

/** While the caller is mounted, notifications with this header cause no toast. */
export function useShownOnPage(header: string): void {
  useEffect(() => {
    shown.set(header, (shown.get(header) ?? 0) + 1);
    return () => void shown.set(header, (shown.get(header) ?? 1) - 1);
  }, [header]);
}

export function isShownOnPage(header: string): boolean {
  return (shown.get(header) ?? 0) > 0;
}

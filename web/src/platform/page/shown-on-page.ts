/**
 * What the page that is shown tells by itself, by the header of the notification that says the same: nobody is told one thing twice.
 * Behind the bell it stands in any case.
 */
import { useEffect } from 'react';

const told = new Map<string, number>();

/** While the caller is shown, notifications with this header come without a message at the edge. */
export function useShownOnPage(header: string): void {
  useEffect(() => {
    told.set(header, (told.get(header) ?? 0) + 1);
    return () => void told.set(header, (told.get(header) ?? 1) - 1);
  }, [header]);
}

export function isShownOnPage(header: string): boolean {
  return (told.get(header) ?? 0) > 0;
}

/**
 * Listens for the keyboard shortcuts of match-keys.ts. Never while typing, never with a modifier,
 * never behind an open window, and not at all when switched off (WCAG 2.1.4).
 */
import { useEffect, useEffectEvent } from 'react';
import { createMatcher, type ShortcutAction } from '../live/match-keys.ts';
import { usePreferences } from './preferences.ts';

/** Whether a key press belongs to the focused control or to a window above the page. */
export function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.isContentEditable || target?.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
    return true;
  return document.querySelector('dialog[open], [role=dialog]') !== null;
}

/** Listens on the document while mounted. */
export function useShortcuts(act: (action: ShortcutAction) => void): void {
  const enabled = usePreferences((preferences) => preferences.shortcuts);
  const run = useEffectEvent(act);
  useEffect(() => {
    if (!enabled) return undefined;
    const match = createMatcher();
    const onKey = (event: KeyboardEvent): void => {
      if (belongsElsewhere(event)) return;
      const action = match(event.key, event.timeStamp);
      if (action === null) return;
      event.preventDefault(); // `/` would open the browser's own search
      run(action);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [enabled]);
}

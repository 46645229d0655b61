/**
 * Keyboard shortcuts: single keys and two-key sequences (`g` then `c`). Never while typing, never with a modifier,
 * never behind an open window, and not at all when switched off (WCAG 2.1.4).
 */
import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from './preferences.ts';

export const SHORTCUTS = {
  'g j': 'jackpot',
  'g c': 'coinflip',
  'g b': 'caseBattles',
  '/': 'search',
  c: 'chat',
  '?': 'help',
} as const;

export type ShortcutAction = (typeof SHORTCUTS)[keyof typeof SHORTCUTS];

/** The second key of a sequence must come within this. */
export const SEQUENCE_MS = 1_200;

/** A matcher with the memory of one first key. Gives the action a key completes, or null. */
export function createMatcher(): (key: string, now: number) => ShortcutAction | null {
  let first: { key: string; at: number } | null = null;
  return (key, now) => {
    const prefix = first && now - first.at <= SEQUENCE_MS ? `${first.key} ` : '';
    first = null;
    const action = find(prefix + key) ?? (prefix === '' ? null : find(key));
    if (action === null && startsSequence(key)) first = { key, at: now };
    return action;
  };
}

function find(keys: string): ShortcutAction | null {
  return keys in SHORTCUTS ? SHORTCUTS[keys as keyof typeof SHORTCUTS] : null;
}

function startsSequence(key: string): boolean {
  return Object.keys(SHORTCUTS).some((keys) => keys.startsWith(`${key} `));
}

/** Whether a key press belongs to what has the focus, or to a window above the page. */
export function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.isContentEditable || target?.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
    return true;
  return document.querySelector('dialog[open], [role=dialog]') !== null;
}

/** Listens on the page while mounted. */
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

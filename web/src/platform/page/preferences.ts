/**
 * What this browser remembers for its person: sound, motion, keyboard shortcuts. Kept in localStorage, never sent.
 * Read by the sound cues, every animation and the shortcut listener; changed in the sidebar and on the profile page.
 */
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

export interface Preferences {
  readonly sound: boolean;
  /** True reduces motion even if the system does not ask for it. */
  readonly reduceMotion: boolean;
  readonly shortcuts: boolean;
  /** Screen readers announce every chat message, not only mentions. */
  readonly readChat: boolean;
  /** The chat has lines about finished battles and large wins. */
  readonly chatNews: boolean;
}

const STORAGE_KEY = 'fairpot.preferences';
const DEFAULTS: Preferences = { sound: true, reduceMotion: false, shortcuts: true, readChat: false, chatNews: true };

/** Preferences from their stored JSON; anything missing or of the wrong type falls back to its default. */
export function parsePreferences(json: string | null): Preferences {
  if (json === null) return DEFAULTS;
  try {
    const stored: unknown = JSON.parse(json);
    if (typeof stored !== 'object' || stored === null) return DEFAULTS;
    const flag = (name: keyof Preferences): boolean => {
      const value: unknown = Reflect.get(stored, name);
      return typeof value === 'boolean' ? value : DEFAULTS[name];
    };
    return {
      sound: flag('sound'),
      reduceMotion: flag('reduceMotion'),
      shortcuts: flag('shortcuts'),
      readChat: flag('readChat'),
      chatNews: flag('chatNews'),
    };
  } catch {
    return DEFAULTS; // ignore a damaged entry: the next change overwrites it
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // storage can be forbidden; the choice then lasts as long as the page
  }
}

function writeStored(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    return; // same as above
  }
}

export const usePreferences = create<Preferences>(() => parsePreferences(readStored()));

/** Changes and stores one preference. */
export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  usePreferences.setState({ [name]: value });
  writeStored(usePreferences.getState());
}

/** Undefined while the first HTML is made, outside a browser. */
const systemMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Whether motion is reduced now: by the system or by this preference. For code outside React. */
export function reducedMotion(): boolean {
  return (systemMotion?.matches ?? false) || usePreferences.getState().reduceMotion;
}

function subscribeToMotion(changed: () => void): () => void {
  systemMotion?.addEventListener('change', changed);
  const stop = usePreferences.subscribe(changed);
  return () => {
    systemMotion?.removeEventListener('change', changed);
    stop();
  };
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribeToMotion, reducedMotion, reducedMotion);
}

/** Mirrors the motion preference to `data-motion` on the html element for the style sheets. Called once at start. */
export function mirrorMotionToDocument(): void {
  const mirror = (): void => {
    document.documentElement.dataset['motion'] = reducedMotion() ? 'reduced' : 'full';
  };
  mirror();
  subscribeToMotion(mirror);
}

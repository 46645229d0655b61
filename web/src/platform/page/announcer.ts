/**
 * Announcements for screen readers: one polite and one assertive region, mounted at start (ui/layout/announcer.tsx). At most one message per region
 * every two seconds; messages in between are merged without repeats.
 */
import { create } from 'zustand';

export type Politeness = 'polite' | 'assertive';

export const ANNOUNCE_EVERY_MS = 2_000;

export interface Announcement {
  /** Raised each time, so that a repeated text is read again. */
  readonly serial: number;
  readonly text: string;
}

export const useAnnouncements = create<Record<Politeness, Announcement>>(() => ({
  polite: { serial: 0, text: '' },
  assertive: { serial: 0, text: '' },
}));

export interface AnnounceQueue {
  readonly say: (text: string) => void;
}

export interface AnnounceTimer {
  readonly now: () => number;
  readonly later: (run: () => void, ms: number) => void;
}

/** Merges waiting texts in order, each once. */
export function mergeTexts(texts: readonly string[]): string {
  return [...new Set(texts.map((t) => t.trim()).filter((t) => t !== ''))].join('. ');
}

/** A queue that speaks at once after two seconds of silence, and otherwise collects until then. */
export function createAnnounceQueue(speak: (text: string) => void, timer: AnnounceTimer): AnnounceQueue {
  let waiting: string[] = [];
  let freeAt = Number.NEGATIVE_INFINITY;
  let armed = false;

  const drain = (): void => {
    armed = false;
    const text = mergeTexts(waiting);
    waiting = [];
    if (text === '') return;
    freeAt = timer.now() + ANNOUNCE_EVERY_MS;
    speak(text);
  };
  const say = (text: string): void => {
    waiting.push(text);
    const wait = freeAt - timer.now();
    if (wait <= 0) drain();
    else if (!armed) {
      armed = true;
      timer.later(drain, wait);
    }
  };
  return { say };
}

const browserTimer: AnnounceTimer = {
  now: () => performance.now(),
  later: (run, ms) => void setTimeout(run, ms),
};

function speaker(region: Politeness): (text: string) => void {
  return (text) =>
    useAnnouncements.setState((state) => ({ ...state, [region]: { serial: state[region].serial + 1, text } }));
}

const queues: Readonly<Record<Politeness, AnnounceQueue>> = {
  polite: createAnnounceQueue(speaker('polite'), browserTimer),
  assertive: createAnnounceQueue(speaker('assertive'), browserTimer),
};

/** Announces a text to screen readers. `assertive` is for the result of an own game and for errors without a toast. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  queues[politeness].say(text);
}

/**
 * What a screen reader is told: one polite and one assertive region, mounted at start (ui/announcer.tsx).
 * At most one message per region in two seconds; what gathers meanwhile is merged, the same text once.
 */
import { create } from 'zustand';

export type Politeness = 'polite' | 'assertive';

export const ANNOUNCE_EVERY_MS = 2_000;

export interface Announcement {
  /** Raised each time, so that the same words are read again. */
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

/** Merges texts that wait: order kept, each text once. */
export function mergeTexts(texts: readonly string[]): string {
  return [...new Set(texts.map((t) => t.trim()).filter((t) => t !== ''))].join('. ');
}

/** A queue that speaks at once when it was silent for two seconds, and otherwise gathers until then. */
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

/** Tells screen readers. `assertive` is for the result of an own game and for errors that no toast reads out. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  queues[politeness].say(text);
}

/** Up to which message this browser's player has read: kept over visits, so that the list can mark where they left. */
import { useEffect, useState } from 'react';
import { useChatLog } from './log.ts';

const KEY = 'fairpot.chatRead';

/** The last message read before this visit to the page or tab; null if there was none. What arrives in front of the player counts as read. */
export function useReadId(): string | null {
  const [readId, setReadId] = useState(readStored);
  const newestId = useChatLog(({ messages, following }) => (following ? (messages.at(-1)?.id ?? null) : null));
  useEffect(() => {
    if (newestId !== null && !document.hidden) keepSoon(newestId);
  }, [newestId]);
  useEffect(() => {
    const onReturn = (): void => {
      if (document.hidden) return keepNow();
      setReadId(readStored());
      const { messages, following } = useChatLog.getState();
      const newest = messages.at(-1)?.id;
      if (following && newest !== undefined) writeStored(newest);
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      keepNow();
    };
  }, []);
  return readId;
}

/** Storage takes as long as half a message, so a busy chat writes once a second. */
const KEEP_EVERY_MS = 1_000;
let unkept: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function keepSoon(id: string): void {
  unkept = id;
  timer ??= setTimeout(keepNow, KEEP_EVERY_MS);
}

function keepNow(): void {
  clearTimeout(timer);
  timer = undefined;
  if (unkept !== null) writeStored(unkept);
  unkept = null;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage can be forbidden; then nothing is marked
  }
}

function writeStored(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    return; // same as above
  }
}

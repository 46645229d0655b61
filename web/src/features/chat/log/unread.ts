/** Up to which message this browser's player has read: kept over visits, so that the list can mark where they left. */
import { useEffect, useState } from 'react';
import { useChatLog } from './log.ts';

const KEY = 'fairpot.chatRead';

/** The last message read before this visit to the page or tab; null if there was none. What arrives in front of the player counts as read. */
export function useReadId(): string | null {
  const [readId, setReadId] = useState(readStored);
  const newestId = useChatLog(({ messages, following }) => (following ? (messages.at(-1)?.id ?? null) : null));
  useEffect(() => {
    if (newestId !== null && !document.hidden) writeStored(newestId);
  }, [newestId]);
  useEffect(() => {
    const onReturn = (): void => {
      if (document.hidden) return;
      setReadId(readStored());
      const { messages, following } = useChatLog.getState();
      const newest = messages.at(-1)?.id;
      if (following && newest !== undefined) writeStored(newest);
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, []);
  return readId;
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

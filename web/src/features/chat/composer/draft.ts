/** The unsent text: survives closing the panel, page changes and reloads, per tab and player. */
import { create } from 'zustand';

const KEY = 'fairpot.chat.draft';

interface ChatDraft {
  readonly owner: string;
  readonly text: string;
}

function stored(): ChatDraft {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof value === 'object' && value !== null) {
      const owner: unknown = Reflect.get(value, 'owner');
      const text: unknown = Reflect.get(value, 'text');
      if (typeof owner === 'string' && typeof text === 'string') return { owner, text };
    }
  } catch {
    // forbidden storage or a damaged entry: as if nothing had been typed
  }
  return { owner: '', text: '' };
}

const useStore = create<ChatDraft>(stored);

/** This player's draft; another player's is never shown. */
export function useDraft(owner: string): string {
  return useStore((draft) => (draft.owner === owner ? draft.text : ''));
}

export function draftOf(owner: string): string {
  const draft = useStore.getState();
  return draft.owner === owner ? draft.text : '';
}

export function setDraft(owner: string, text: string): void {
  useStore.setState({ owner, text });
  try {
    if (text === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, text }));
  } catch {
    return; // then the draft lives as long as the page
  }
}

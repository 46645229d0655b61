/** State of the composer's suggestions: the options, the selected one, and its keys. */
import { useState } from 'react';
import { completionAt, type Completion } from './completion.ts';
import { useChatLog } from '../log/log.ts';

export interface SuggestionState {
  readonly completion: Completion | null;
  readonly chosen: number;
  readonly choose: (at: number) => void;
  /** Call when the text or the caret changes. */
  readonly look: (text: string, caret: number) => void;
  readonly close: () => void;
  /** Handles a key while suggestions are open: accepts an option, moves in the list, or returns null. */
  readonly onKey: (key: string) => { readonly take: string } | 'moved' | null;
}

export function useCompletion(ownName: string): SuggestionState {
  const [completion, setCompletion] = useState<Completion | null>(null);
  const [chosen, setChosen] = useState(0);
  const look = (text: string, caret: number): void => {
    setCompletion(completionAt(text, caret, speakers(ownName)));
    setChosen(0);
  };
  const close = (): void => setCompletion(null);
  const onKey: SuggestionState['onKey'] = (key) => {
    if (!completion) return null;
    const { options } = completion;
    if (key === 'Escape') close();
    else if (key === 'ArrowUp') setChosen((at) => (at + options.length - 1) % options.length);
    else if (key === 'ArrowDown') setChosen((at) => (at + 1) % options.length);
    else if (key === 'Enter' || key === 'Tab') return { take: options[chosen] ?? '' };
    else return null;
    return 'moved';
  };
  return { completion, chosen, choose: setChosen, look, close, onKey };
}

/** Names of the authors, latest first, each once, without the player. */
function speakers(ownName: string): readonly string[] {
  const { messages, waiting } = useChatLog.getState();
  const names = [...messages, ...waiting].map(({ user }) => user.name).reverse();
  return [...new Set(names)].filter((name) => name !== ownName);
}

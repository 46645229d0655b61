/** Keyboard shortcuts: single keys, and sequences of two (`g` then `c`). Pure. */
import { GAMES, type GameName } from '@fairpot/contract/games/games';

export type ShortcutAction = GameName | 'search' | 'chat' | 'help';

/** Actions by keys: the games, then the frame. */
export const SHORTCUTS: Readonly<Record<string, ShortcutAction>> = {
  ...Object.fromEntries(GAMES.map(({ keys, game }) => [keys, game] as const)),
  '/': 'search',
  c: 'chat',
  '?': 'help',
};

/** The second key of a sequence must come within this. */
export const SEQUENCE_MS = 1_200;

/** A matcher that remembers one first key. Returns the action that a key completes, or null. */
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
  return Object.hasOwn(SHORTCUTS, keys) ? (SHORTCUTS[keys] ?? null) : null;
}

function startsSequence(key: string): boolean {
  return Object.keys(SHORTCUTS).some((keys) => keys.startsWith(`${key} `));
}
